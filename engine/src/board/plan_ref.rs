//! Floor plans, interned once per layout and referred to by a copyable handle.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::{FloorPlan, Wall};

/// A handle on an interned floor plan. Equal layouts have equal handles; copying is free.
#[derive(Clone, Copy)]
pub struct PlanRef(&'static Interned);

struct Interned {
    plan: FloorPlan,
    /// The same floor without one wall piece, made when first asked for.
    without: [OnceLock<PlanRef>; Wall::COUNT],
}

type Layout = (usize, Option<usize>, u64);

fn interned() -> &'static Mutex<HashMap<Layout, PlanRef>> {
    static TABLE: OnceLock<Mutex<HashMap<Layout, PlanRef>>> = OnceLock::new();
    TABLE.get_or_init(Mutex::default)
}

impl PlanRef {
    /// The floor of `size` (4 or 5) squares a side with an empty space and a wall set.
    pub fn new(size: usize, hole: Option<usize>, walls: u64) -> PlanRef {
        // A poisoned table is whole: entries are inserted in one step.
        let mut table = interned().lock().unwrap_or_else(PoisonError::into_inner);
        *table.entry((size, hole, walls)).or_insert_with(|| {
            PlanRef(Box::leak(Box::new(Interned {
                plan: FloorPlan::new(size, hole, walls),
                without: [const { OnceLock::new() }; Wall::COUNT],
            })))
        })
    }

    /// The floor after a wall piece is taken away. Only the first call for a layout builds and allocates.
    pub fn without_wall(self, wall: Wall) -> PlanRef {
        *self.0.without[wall.index()].get_or_init(|| PlanRef::new(self.size, self.hole, self.walls & !wall.bit()))
    }

    /// The same floor with other wall pieces. Only the first call for a layout builds and allocates.
    pub fn with_walls(self, walls: u64) -> PlanRef {
        PlanRef::new(self.size, self.hole, walls)
    }

    /// Builds every layout one wall away, so that a game's first [`without_wall`](PlanRef::without_wall) allocates
    /// nothing.
    pub fn prepare_openings(self) {
        for wall in Wall::all(self.walls) {
            self.without_wall(wall);
        }
    }

    /// A stable number of the layout, for keys: walls, size and empty space.
    #[inline]
    pub fn code(self) -> u64 {
        self.walls | (self.size as u64) << 40 | self.hole.map_or(63, |square| square as u64) << 48
    }
}

impl Deref for PlanRef {
    type Target = FloorPlan;

    #[inline]
    fn deref(&self) -> &FloorPlan {
        &self.0.plan
    }
}

impl PartialEq for PlanRef {
    #[inline]
    fn eq(&self, other: &PlanRef) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for PlanRef {}

impl Hash for PlanRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.code());
    }
}

impl Debug for PlanRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&**self, f)
    }
}
