//! Asking the processor for memory before it is needed.

/// Asks for a value that is needed soon, so that it need not be waited for. Only where rows are not played as they lie
/// does a processor not find out by itself what comes next.
#[inline]
pub(super) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for place in (0..size_of::<T>()).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let line = std::ptr::from_ref(value).cast::<i8>().wrapping_add(place);
        // SAFETY: it is a hint, which reads nothing and cannot fail, whatever the address.
        #[allow(unsafe_code, reason = "there is no safe function for it")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(line);
        }
    }
    // Elsewhere there is no function for it yet.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
