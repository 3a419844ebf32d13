//! The bodies of the fuzz targets on stable: over their seeds, and over texts made from them.

#[path = "../../fuzz/src/lib.rs"]
mod bodies;

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::select;

/// The files that a target begins with.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(target);
    let files = fs::read_dir(folder).expect("a folder of seeds");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| fs::read(file).expect("a file"))
        .collect()
}

/// Seeds with pieces taken out, doubled, and put from one into the other.
fn near(target: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let cut = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let piece = (select(seeds(target)), cut).prop_map(|(seed, (start, end))| {
        let (start, end) = (start.index(seed.len() + 1), end.index(seed.len() + 1));
        seed[start.min(end)..start.max(end)].to_vec()
    });
    (
        select(seeds(target)),
        piece,
        any::<prop::sample::Index>(),
        0..3_u8,
    )
        .prop_map(|(mut seed, piece, place, way)| {
            let place = place.index(seed.len() + 1);
            match way {
                0 => drop(seed.splice(place..place, piece)),
                1 => seed.truncate(place),
                _ => {
                    let end = (place + piece.len()).min(seed.len());
                    seed.splice(place..end, piece);
                }
            }
            seed
        })
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

#[test]
fn seeds_show_nothing() {
    for (target, body) in [
        ("decode", bodies::decode as fn(&[u8])),
        ("repair", bodies::repair),
        ("canonical", bodies::canonical),
        ("dispatch", bodies::dispatch),
    ] {
        let seeds = seeds(target);
        assert!(seeds.len() >= 8, "{target}");
        seeds.iter().for_each(|seed| body(seed));
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn decode(data in near("decode")) {
        bodies::decode(&data);
    }

    #[test]
    fn repair(data in near("repair")) {
        bodies::repair(&data);
    }

    #[test]
    fn dispatch(data in near("dispatch")) {
        bodies::dispatch(&data);
    }

    #[test]
    fn canonical(data in near("canonical")) {
        bodies::canonical(&data);
    }
}
