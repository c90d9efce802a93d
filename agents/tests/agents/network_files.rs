//! Files of networks: written, read back, damaged, refused.

use heist_agents::network::{
    Head, METADATA, Mode, Moved, Network, NetworkConfig, NetworkError, NetworkFile, Precision, Tensors, convert, write,
};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::random::{below, stream};
use serde_json::{Value, json};

use crate::network::{config, drawn};
use crate::vault::Game1;

fn bytes() -> Vec<u8> {
    let config = config::<Game1>();
    write::<Game1>(&config, &drawn(&config, 1), Precision::Single).unwrap()
}

fn read(bytes: &[u8]) -> Result<Network<Game1>, NetworkError> {
    Network::read(bytes, Mode::Quantised)
}

fn refusal(bytes: &[u8]) -> String {
    read(bytes).expect_err("it is refused").to_string()
}

/// The file with another header: `change` is given its JSON.
fn with_header(bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let mut header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    change(&mut header);
    let header = header.to_string().into_bytes();
    let length = (header.len() as u64).to_le_bytes();
    [&length[..], &header, &bytes[8 + length_of(bytes)..]].concat()
}

fn length_of(bytes: &[u8]) -> usize {
    u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize
}

/// The file with another configuration, and without the checksum, which would be wrong.
pub fn with_config(bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    with_header(bytes, |header| {
        let text = header["__metadata__"][METADATA].as_str().unwrap();
        let mut config: Value = serde_json::from_str(text).unwrap();
        config.as_object_mut().unwrap().remove("checksum");
        change(&mut config);
        header["__metadata__"][METADATA] = config.to_string().into();
    })
}

/// The file as another program would have written it.
fn without_checksum(bytes: &[u8]) -> Vec<u8> {
    with_config(bytes, |_| {})
}

#[test]
fn what_is_written_is_read_back() {
    let mut config = config::<BurgleBros>();
    config.heads.push(Head::Turns);
    config
        .card
        .insert("strength".to_owned(), json!({"wins": 0.5, "of": 100}));
    let mut tensors = drawn(&config, 2);
    // A head for training is kept as it is, in whatever shape.
    tensors.insert("turns.weight".to_owned(), tensors["value.weight"].clone());
    let single = write::<BurgleBros>(&config, &tensors, Precision::Single).unwrap();
    let file = NetworkFile::read(&single).unwrap();
    assert_eq!((&file.config, &file.tensors), (&config, &tensors));
    assert_eq!(
        single,
        write::<BurgleBros>(&config, &tensors, Precision::Single).unwrap(),
        "the same bytes every time"
    );
    let half = write::<BurgleBros>(&config, &tensors, Precision::Half).unwrap();
    let halved = NetworkFile::read(&half).unwrap();
    assert_eq!(halved.config, config);
    for (name, tensor) in &halved.tensors {
        for (half, single) in tensor.values.iter().zip(&tensors[name].values) {
            assert!(
                (half - single).abs() <= single.abs() / 2048.0 + 1e-7,
                "{name}: {half}, {single}"
            );
        }
    }
    assert!(half.len() * 3 / 2 < single.len(), "{} of {}", half.len(), single.len());
}

/// The network of the shipped size with the usual layers stays below the 2.5 MB that a shipped file may have.
#[test]
fn the_usual_network_of_burgle_bros_is_small_enough_to_ship() {
    let config = NetworkConfig::of_game::<BurgleBros>();
    let bytes = write::<BurgleBros>(&config, &drawn(&config, 1), Precision::Half).unwrap();
    assert!(bytes.len() < 2_500_000, "{} bytes", bytes.len());
    assert!(Network::<BurgleBros>::read(&bytes, Mode::Single).is_ok());
}

#[test]
fn a_file_that_was_cut_short_is_refused() {
    let bytes = bytes();
    for length in (0..bytes.len()).filter(|length| *length < 64 || length % 61 == 0) {
        let problem = refusal(&bytes[..length]);
        assert!(
            problem.starts_with("not a whole safetensors file ("),
            "{length}: {problem}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(refusal(&longer).starts_with("not a whole safetensors file ("));
}

#[test]
fn every_flipped_bit_is_refused() {
    let mut bytes = bytes();
    let header = 8 + length_of(&bytes);
    let (mut noticed, mut of) = (0, 0);
    for place in 0..bytes.len() {
        for bit in 0..8 {
            bytes[place] ^= 1 << bit;
            let problem = NetworkFile::read(&bytes).expect_err("it is refused").to_string();
            if place >= header {
                of += 1;
                noticed += u32::from(problem.starts_with("the checksum of its contents is "));
            }
            bytes[place] ^= 1 << bit;
        }
    }
    assert!(noticed == of && of > 10_000, "{noticed} of {of}");
    assert!(NetworkFile::read(&bytes).is_ok());
}

#[test]
fn a_file_without_a_checksum_is_read_and_one_elsewhere_is_explained() {
    let bytes = bytes();
    let plain = without_checksum(&bytes);
    assert!(plain.len() < bytes.len());
    assert_eq!(NetworkFile::read(&plain).unwrap(), NetworkFile::read(&bytes).unwrap());
    let elsewhere = with_config(&bytes, |config| {
        config["checksum"] = "0123456789abcdef".into();
        config["card"] = config.as_object_mut().unwrap().shift_remove("card").unwrap();
    });
    assert_eq!(
        refusal(&elsewhere),
        "metadata, entry `heistlab`: field `checksum`: expected 16 hexadecimal digits as the last field; leave it out \
         of a file that you change"
    );
    // As if somebody had changed the card.
    let changed = with_header(&bytes, |header| {
        let text = header["__metadata__"][METADATA].as_str().unwrap();
        header["__metadata__"][METADATA] = text.replace("\"card\":{}", "\"card\":{\"wins\":1}").into();
    });
    let problem = refusal(&changed);
    assert!(
        problem.starts_with("the checksum of its contents is ")
            && problem.ends_with("was changed and kept its field `checksum`"),
        "{problem}"
    );
}

/// Without a checksum flipped bits give an error or, in a weight or the card, another network; never a panic.
#[test]
fn a_damaged_file_without_a_checksum_is_refused_or_read() {
    let bytes = without_checksum(&bytes());
    let mut rng = stream(1, "tests/damage", 0);
    let header = 8 + length_of(&bytes);
    let mut refused = 0;
    for number in 0..1500 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + number % 3 {
            let most = if number % 2 == 0 { header } else { bytes.len() };
            damaged[below(&mut rng, most as u32) as usize] ^= 1 << below(&mut rng, 8);
        }
        refused += u32::from(read(&damaged).is_err());
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn a_file_that_is_no_network_says_so() {
    let bytes = bytes();
    assert!(refusal(b"").starts_with("not a whole safetensors file"));
    assert!(refusal(b"{\"heistlab\": 1}").starts_with("not a whole safetensors file"));
    let without = with_header(&bytes, |header| {
        header.as_object_mut().unwrap().remove("__metadata__");
    });
    assert_eq!(
        refusal(&without),
        "no network of Heistlab: the metadata has no entry `heistlab`"
    );
}

#[test]
fn a_configuration_that_is_wrong_is_refused_with_its_field() {
    let bytes = bytes();
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 10] = [
        (|config| config["hiden"] = json!([1]), "unknown field `hiden`"),
        (
            |config| drop(config.as_object_mut().unwrap().remove("heads")),
            "field `heads` is missing",
        ),
        (|config| config["heads"] = json!(["values"]), "`values`"),
        (
            |config| config["heads"] = json!(["turns"]),
            "field `heads`: expected `value`, `policy` or both",
        ),
        (
            |config| config["heads"] = json!(["value", "value"]),
            "field `heads`: a head is named twice",
        ),
        (
            |config| config["hidden"] = json!([]),
            "field `hidden`: 0 layers; expected 1 to 16",
        ),
        (
            |config| config["hidden"] = json!([20, 0]),
            "field `hidden`: width 0; expected 1 to 4096",
        ),
        (
            |config| config["features"] = json!(7),
            "field `features`: 7; expected 6, the sum of `blocks`",
        ),
        (
            |config| config["dense"] = json!([["a", 1.0], ["a", 1.0]]),
            "field `dense`: `a`, 1; expected every name once, with a finite factor",
        ),
        (
            |config| config["format"] = json!(9),
            "the file has format 9; this version reads format 1",
        ),
    ];
    for (change, expected) in cases {
        let problem = refusal(&with_config(&bytes, change));
        assert!(problem.contains(expected), "{problem}; expected {expected}");
    }
    let broken = with_header(&bytes, |header| header["__metadata__"][METADATA] = "{".into());
    assert!(
        refusal(&broken).starts_with("metadata, entry `heistlab`: line 1"),
        "{}",
        refusal(&broken)
    );
}

#[test]
fn a_network_of_another_game_or_encoding_is_refused() {
    let bytes = bytes();
    let other = Network::<CaperCards>::read(&bytes, Mode::Single).unwrap_err();
    assert_eq!(other.to_string(), "the network plays `vault`, not `caper-cards`");
    let encoding = refusal(&with_config(&bytes, |config| {
        config["encoding"] = "0123456789abcdef".into()
    }));
    assert!(
        encoding.starts_with(
            "the network was trained for another encoding of The Vault: 0123456789abcdef, this version has "
        ) && encoding.ends_with("; convert it with `heist net convert FILE --to OUT` or train it anew"),
        "{encoding}"
    );
    let input = NetworkConfig {
        dense: vec![("moon".to_owned(), 1.0)],
        ..config::<Game1>()
    };
    let problem = write::<Game1>(&input, &drawn(&input, 1), Precision::Single).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "the network reads `moon`, which The Vault does not compute; train it anew"
    );
    let base = with_config(&bytes, |config| config["base"] = "estimate".into());
    assert_eq!(
        refusal(&base),
        "the network adds to an estimate of positions, and The Vault has none"
    );
}

#[test]
fn a_tensor_that_is_wrong_is_named() {
    let config = config::<Game1>();
    let refused = |change: fn(&mut Tensors)| {
        let mut tensors = drawn(&config, 1);
        change(&mut tensors);
        write::<Game1>(&config, &tensors, Precision::Half)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(|tensors| drop(tensors.remove("dense2.bias"))),
        "no tensor `dense2.bias`; expected one of shape [9]"
    );
    assert_eq!(
        refused(|tensors| tensors.get_mut("dense1.weight").unwrap().shape = vec![20, 12]),
        "tensor `dense1.weight` has shape [20, 12]; expected [12, 20]"
    );
    assert_eq!(
        refused(|tensors| {
            let copy = tensors["value.bias"].clone();
            tensors.insert("valeu.bias".to_owned(), copy);
        }),
        "unexpected tensor `valeu.bias`; expected first.weight, first.bias, dense1.weight, dense1.bias, \
         dense2.weight, dense2.bias, value.weight, value.bias, policy.weight, policy.bias"
    );
    assert_eq!(
        refused(|tensors| tensors.get_mut("value.weight").unwrap().values[4] = f32::NAN),
        "tensor `value.weight`, element 4: NaN; expected a finite number"
    );
    // 70000 is finite, but not in 16 bits.
    assert_eq!(
        refused(|tensors| tensors.get_mut("value.bias").unwrap().values[0] = 70000.0),
        "tensor `value.bias`, element 0: 70000; expected a finite number"
    );
    // The same when a file of another program is read.
    let bytes = without_checksum(&bytes());
    let names = with_header(&bytes, |header| {
        let mut value = header["value.bias"].take();
        value["dtype"] = "I32".into();
        header["value.bias"] = value;
    });
    assert_eq!(refusal(&names), "tensor `value.bias` holds I32; expected F32 or F16");
    let renamed = with_header(&bytes, |header| {
        let tensor = header.as_object_mut().unwrap().remove("value.bias").unwrap();
        header["value.offset"] = tensor;
    });
    assert_eq!(refusal(&renamed), "no tensor `value.bias`; expected one of shape [1]");
    let mut bytes = bytes;
    let mut place = 0;
    with_header(&bytes, |header| {
        place = header["value.bias"]["data_offsets"][0].as_u64().unwrap() as usize
    });
    let place = 8 + length_of(&bytes) + place;
    bytes[place..place + 4].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert_eq!(
        refusal(&bytes),
        "tensor `value.bias`, element 0: inf; expected a finite number"
    );
}

/// The file as a version wrote it that did not have the last feature, and had two of the others in the other order.
fn of_another_version() -> Vec<u8> {
    let bytes = bytes();
    let file = NetworkFile::read(&bytes).unwrap();
    let width = file.config.hidden[0];
    let older = with_config(&bytes, |config| config["encoding"] = "0123456789abcdef".into());
    let start = 8 + length_of(&older);
    let place = |name: &str| {
        let mut place = 0;
        with_header(&older, |header| {
            place = header[name]["data_offsets"][0].as_u64().unwrap() as usize
        });
        start + place
    };
    let (rows, names) = (place("first.weight"), place("first.names"));
    let mut older = older.clone();
    // The first two features change places, names and rows alike; the last one has a name that nobody knows.
    for (first, size) in [(rows, 4 * width), (names, 4)] {
        let (left, right) = older[first..first + 2 * size].split_at_mut(size);
        left.swap_with_slice(right);
    }
    older[names + 5 * 4] ^= 1;
    older
}

#[test]
fn a_network_of_another_encoding_is_converted_by_names() {
    let older = of_another_version();
    assert!(refusal(&older).contains("heist net convert FILE --to OUT"));
    let file = NetworkFile::read(&older).unwrap();
    let converted = convert::<Game1>(&file).unwrap();
    let expected = Moved {
        kept: 5,
        new: 1,
        dropped: 1,
    };
    assert_eq!(converted.features, Some(expected));
    assert_eq!(
        converted.actions,
        Some(Moved {
            kept: 3,
            new: 0,
            dropped: 0
        })
    );
    let original = NetworkFile::read(&bytes()).unwrap();
    assert_eq!(converted.config, original.config);
    let width = original.config.hidden[0];
    for (name, tensor) in &original.tensors {
        let found = &converted.tensors[name];
        assert_eq!(found.shape, tensor.shape);
        match name.as_str() {
            "first.weight" => {
                assert_eq!(found.values[..5 * width], tensor.values[..5 * width]);
                assert!(found.values[5 * width..].iter().all(|&weight| weight == 0.0));
            }
            _ => assert_eq!(found, tensor),
        }
    }
    assert!(write::<Game1>(&converted.config, &converted.tensors, file.precision).is_ok());
}

/// Without the names a block must have kept its size.
#[test]
fn a_network_without_names_is_converted_by_blocks_or_refused() {
    let plain = |change: fn(&mut Value)| {
        let bytes = with_config(&bytes(), |config| {
            config["encoding"] = "0123456789abcdef".into();
            change(config);
        });
        let mut file = NetworkFile::read(&bytes).unwrap();
        file.forget_names();
        convert::<Game1>(&file)
    };
    let same = plain(|_| {}).unwrap();
    let expected = Moved {
        kept: 6,
        new: 0,
        dropped: 0,
    };
    assert_eq!(same.features, Some(expected));
    let renamed = plain(|config| config["blocks"] = json!([["held", 6]]))
        .unwrap_err()
        .to_string();
    assert_eq!(
        renamed,
        "the network cannot be converted: features: no row has a name that this version knows; train it anew"
    );
    let resized = plain(|config| config["blocks"] = json!([["holds", 4], ["other", 2]]))
        .unwrap_err()
        .to_string();
    assert_eq!(
        resized,
        "the network cannot be converted: features: block `holds` has another size, and the file does not hold the \
         names of its rows; train it anew"
    );
}
