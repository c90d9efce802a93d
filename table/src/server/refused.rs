//! What a browser is shown where the server itself refuses a request.

use axum::body::Body;
use axum::extract::Request;
use axum::http::response::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;

use crate::app::is_link;
use crate::page::{self, WayBack, assets};

/// The longest error that is put into a page, in bytes.
const ERROR_LIMIT: usize = 1 << 16;

/// What a route says of something that went wrong. It is put into a page where the address is known, so that the page
/// leads back to the table or the campaign.
#[derive(Clone)]
pub(super) struct Told {
    title: &'static str,
    message: String,
}

impl Told {
    /// The response that [`show`] makes a page of.
    pub fn response(status: StatusCode, title: &'static str, message: String) -> Response {
        let mut response = status.into_response();
        response.extensions_mut().insert(Told { title, message });
        response
    }
}

/// Where a page about an error leads: guests have their table or campaign, the list of tables is the host's.
fn way_back(path: &str, status: StatusCode) -> WayBack {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        ["t" | "c", link] if status == StatusCode::NOT_FOUND || !is_link(link) => WayBack::Nowhere,
        ["t", link, ..] if is_link(link) => WayBack::Table(link.to_owned()),
        ["c", _] => WayBack::Nowhere,
        ["c", link, ..] if is_link(link) => WayBack::Campaign(link.to_owned()),
        ["t" | "c", ..] => WayBack::Nowhere,
        _ => WayBack::Tables,
    }
}

fn html(mut parts: Parts, page: Markup) -> Response {
    parts.headers.remove(header::CONTENT_LENGTH);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    parts.headers.insert(header::CONTENT_TYPE, kind);
    Response::from_parts(parts, page.into_string().into())
}

/// Puts errors that are plain text into a page for whoever wants to read one. What programs are answered stays as it
/// is.
pub(super) async fn show(request: Request, next: Next) -> Response {
    let is_page = wants_page(&request);
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let status = response.status();
    let back = way_back(&path, status);
    if let Some(Told { title, message }) = response.extensions_mut().remove() {
        let (parts, _) = response.into_parts();
        return html(parts, page::failure(title, &message, &back));
    }
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_plain = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !is_page || !is_error || !is_plain {
        return response;
    }
    let (parts, body) = response.into_parts();
    html(parts, page(status, &text_of(body).await, &back))
}

/// What a refusal says.
pub(super) async fn text_of(body: Body) -> String {
    let text = axum::body::to_bytes(body, ERROR_LIMIT).await.unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

/// Browsers name HTML when they go somewhere, not when a page fetches a part of itself.
fn wants_page(request: &Request) -> bool {
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let mut accepted = request.headers().get_all(header::ACCEPT).iter();
    let is_html = |kinds: &HeaderValue| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html"));
    !is_api && accepted.any(is_html)
}

fn page(status: StatusCode, text: &str, back: &WayBack) -> Markup {
    let title = match status {
        StatusCode::UNAUTHORIZED => "For the host alone",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::TOO_MANY_REQUESTS => "Too much at once",
        status if status.is_server_error() => "Something failed",
        _ => "The request was refused",
    };
    page::failure(title, &sentence(text.trim(), status), back)
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
