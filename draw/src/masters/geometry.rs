//! Where hexes lie in a picture, and the lengths inside one.

use heist_engine::board::hexes::Side;
use heist_engine::masters::Tile;

use crate::letters::Font;

const ROOT_3: f64 = 1.732_050_807_568_877_2;
/// How high a figure is, in parts of the size of its letters.
const CAPITAL: f64 = 0.72;

/// A map in a picture: how large a hex is, and which way the map lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Geometry {
    /// From the middle of a hex to a corner.
    pub radius: f64,
    /// Whether the map is turned by a right angle, so that north is on the right; then hexes have a flat top.
    pub is_turned: bool,
    /// The middle of the first hex of a plane whose upper left corner is the picture's.
    origin: [f64; 2],
    /// The size of the map.
    pub size: [f64; 2],
}

impl Geometry {
    /// These places in a width, with hexes no larger than `largest`; turned if that is allowed and makes them larger.
    pub fn fit(places: &[Tile], width: f64, largest: f64, may_turn: bool) -> Geometry {
        let upright = Geometry::of(places, width, largest, false);
        let turned = Geometry::of(places, width, largest, true);
        if may_turn && turned.radius > upright.radius {
            turned
        } else {
            upright
        }
    }

    fn of(places: &[Tile], width: f64, largest: f64, is_turned: bool) -> Geometry {
        let middles = || places.iter().map(|&at| middle(at, is_turned));
        let [half_width, half_height] = halves(is_turned);
        let least = |axis: usize| middles().map(|middle| middle[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| middles().map(|middle| middle[axis]).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(0) - half_width, least(1) - half_height);
        let (columns, rows) = (most(0) + half_width - left, most(1) + half_height - top);
        // A little less, so that outlines do not touch the edge.
        let radius = ((width - 4.0) / columns).min(largest);
        Geometry {
            radius,
            is_turned,
            origin: [(width - columns * radius) / 2.0 - left * radius, 2.0 - top * radius],
            size: [width, (rows * radius + 4.0).ceil()],
        }
    }

    /// The middle of a place.
    pub fn middle(&self, at: Tile) -> [f64; 2] {
        let [x, y] = middle(at, self.is_turned);
        [self.origin[0] + x * self.radius, self.origin[1] + y * self.radius]
    }

    /// The direction across a side, one unit long.
    pub fn direction(&self, side: Side) -> [f64; 2] {
        let (q, r) = side.step();
        let [x, y] = place(f64::from(q), f64::from(r), self.is_turned);
        [x / ROOT_3, y / ROOT_3]
    }

    /// The outline of a hex around its middle, a little smaller than its space.
    pub fn outline(&self, [x, y]: [f64; 2], inset: f64) -> String {
        let radius = self.radius - inset;
        let start: f64 = if self.is_turned { 0.0 } else { 30.0 };
        let corner = |number: u8| {
            let angle = (start + 60.0 * f64::from(number)).to_radians();
            format!("{:.1} {:.1}", x + radius * angle.cos(), y + radius * angle.sin())
        };
        let corners: Vec<String> = (0..6).map(corner).collect();
        format!("M{}z", corners.join("L"))
    }

    /// The letters of the coordinates of a place, and their base line from the middle of a hex: as high as they fit,
    /// and no smaller than `least`.
    pub fn label(&self, text: &str, least: f64) -> (f64, Font) {
        let font = Font::plain((self.radius * 0.27).min(11.0).max(least));
        let top = if self.is_turned {
            0.74 * self.radius
        } else {
            // A hex with a corner on top is narrow there.
            (0.69 * self.radius).min(self.radius - font.width(text) / (2.0 * ROOT_3))
        };
        (CAPITAL * font.size - top, font)
    }

    /// The room for pieces below a base line: its middle from that of the hex, and its size.
    pub fn room(&self, base_line: f64) -> ([f64; 2], [f64; 2]) {
        let (bottom, width) = if self.is_turned { (0.74, 1.28) } else { (0.65, 1.46) };
        let (top, bottom) = (base_line + 0.09 * self.radius, bottom * self.radius);
        ([0.0, (top + bottom) / 2.0], [width * self.radius, bottom - top])
    }
}

/// The middle of a place on a plane of hexes with radius 1.
fn middle(at: Tile, is_turned: bool) -> [f64; 2] {
    let at = at.place();
    place(at.q.into(), at.r.into(), is_turned)
}

fn place(q: f64, r: f64, is_turned: bool) -> [f64; 2] {
    let [x, y] = [ROOT_3 * (q + r / 2.0), 1.5 * r];
    if is_turned { [-y, x] } else { [x, y] }
}

/// Half the width and height of a hex with radius 1.
const fn halves(is_turned: bool) -> [f64; 2] {
    if is_turned {
        [1.0, ROOT_3 / 2.0]
    } else {
        [ROOT_3 / 2.0, 1.0]
    }
}

#[cfg(test)]
mod tests {
    use heist_engine::board::hexes::Hex;

    use super::*;

    fn tiles(places: &[(i8, i8)]) -> Vec<Tile> {
        let tile = |&(q, r): &(i8, i8)| Tile::at(Hex { q, r }).expect("it is on the map");
        places.iter().map(tile).collect()
    }

    #[test]
    fn hexes_lie_inside_and_neighbours_are_equally_far() {
        let map = tiles(&[(0, 0), (1, 0), (0, 1), (5, 2)]);
        for may_turn in [false, true] {
            let geometry = Geometry::fit(&map, 300.0, 50.0, may_turn);
            assert_eq!(geometry.is_turned, may_turn);
            let [half_width, half_height] = halves(may_turn).map(|half| half * geometry.radius);
            for &at in &map {
                let [x, y] = geometry.middle(at);
                assert!(half_width <= x && x <= geometry.size[0] - half_width, "{at}: {x}");
                assert!(half_height <= y && y <= geometry.size[1] - half_height, "{at}: {y}");
            }
            let distance = |a: Tile, b: Tile| {
                let ([ax, ay], [bx, by]) = (geometry.middle(a), geometry.middle(b));
                (ax - bx).hypot(ay - by)
            };
            let expected = ROOT_3 * geometry.radius;
            for other in [map[1], map[2]] {
                assert!((distance(map[0], other) - expected).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn directions_lead_to_neighbours() {
        let map = tiles(&[(3, 3), (4, 3), (4, 2), (3, 2), (2, 3), (2, 4), (3, 4)]);
        for may_turn in [false, true] {
            let geometry = Geometry::fit(&map, 300.0, 50.0, may_turn);
            let [x, y] = geometry.middle(map[0]);
            for (side, &other) in Side::ALL.into_iter().zip(&map[1..]) {
                let [dx, dy] = geometry.direction(side);
                let step = ROOT_3 * geometry.radius;
                let [to_x, to_y] = geometry.middle(other);
                assert!((x + step * dx - to_x).hypot(y + step * dy - to_y) < 1e-9, "{side}");
            }
        }
    }
}
