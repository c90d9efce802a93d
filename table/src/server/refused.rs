//! What a browser is shown where the server itself refuses a request.

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;

use crate::page::{self, assets};

/// The longest error that is put into a page, in bytes.
const ERROR_LIMIT: usize = 1 << 16;

/// Puts errors that are plain text into a page for whoever wants to read one. What programs are answered stays as it is.
pub(super) async fn show(request: Request, next: Next) -> Response {
    let is_page = wants_page(&request);
    let response = next.run(request).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_plain = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !is_page || !is_error || !is_plain {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = axum::body::to_bytes(body, ERROR_LIMIT).await.unwrap_or_default();
    let page = page(status, &String::from_utf8_lossy(&text)).into_string();
    parts.headers.remove(header::CONTENT_LENGTH);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    parts.headers.insert(header::CONTENT_TYPE, kind);
    Response::from_parts(parts, page.into())
}

/// Browsers name HTML when they go somewhere, not when a page fetches a part of itself.
fn wants_page(request: &Request) -> bool {
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let mut accepted = request.headers().get_all(header::ACCEPT).iter();
    let is_html = |kinds: &HeaderValue| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html"));
    !is_api && accepted.any(is_html)
}

fn page(status: StatusCode, text: &str) -> Markup {
    let title = match status {
        StatusCode::UNAUTHORIZED => "For the host alone",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::TOO_MANY_REQUESTS => "Too much at once",
        status if status.is_server_error() => "Something failed",
        _ => "The request was refused",
    };
    page::failure(title, &sentence(text.trim(), status))
}

/// The text as a sentence.
fn sentence(text: &str, status: StatusCode) -> String {
    let text = match text {
        "" => status.canonical_reason().unwrap_or("the request was refused"),
        text => text,
    };
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    first.into_iter().chain(letters).chain(end.chars()).collect()
}

/// What no route answers.
pub(super) async fn nowhere() -> Response {
    let text = "there is nothing at this address; it may not be complete";
    (StatusCode::NOT_FOUND, text).into_response()
}

/// Browsers ask for it at what is no page of ours, a picture say.
pub(super) async fn icon() -> Redirect {
    Redirect::temporary(&assets::address("icon.svg"))
}
