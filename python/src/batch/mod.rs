//! The Python side of [batches](heist_training::batch): [`buffers`] is what they write, [`shaping`] what is added to
//! rewards, and [`binding`] the class.

pub mod binding;
pub mod buffers;
pub mod shaping;
