//! Numbers that look random and are the same for the same seed.

/// The `SplitMix64` generator: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
#[derive(Debug)]
pub(in crate::testing) struct Random(u64);

impl Random {
    pub(in crate::testing) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `most`.
    pub(in crate::testing) fn up_to(&mut self, most: u64) -> u64 {
        match most.checked_add(1) {
            Some(count) => self.next() % count,
            None => self.next(),
        }
    }

    /// From 0 to `count`, without it; 0 if there is nothing to choose from.
    pub(in crate::testing) fn below(&mut self, count: usize) -> usize {
        let most = u64::try_from(count).unwrap_or(u64::MAX).saturating_sub(1);
        usize::try_from(self.up_to(most)).unwrap_or(0)
    }

    /// From 0 to 999.
    pub(in crate::testing) fn thousandth(&mut self) -> u16 {
        u16::try_from(self.up_to(999)).unwrap_or(0)
    }

    pub(in crate::testing) fn flip(&mut self) -> bool {
        self.up_to(1) == 1
    }
}
