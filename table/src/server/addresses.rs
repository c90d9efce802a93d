//! The addresses at which other devices find this machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Destinations in the internet and in private networks. They are reserved for documentation or belong to nobody in
/// particular, and nothing is sent to them.
const FAR: [IpAddr; 6] = [
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    IpAddr::V4(Ipv4Addr::new(192, 168, 255, 254)),
    IpAddr::V4(Ipv4Addr::new(10, 255, 255, 254)),
    IpAddr::V4(Ipv4Addr::new(172, 31, 255, 254)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, 1)),
];

/// The addresses that a server listening at `listen` can be reached at from other devices, the likeliest first. Empty
/// where this machine is in no network.
pub(super) fn reachable(listen: SocketAddr) -> Vec<SocketAddr> {
    if !listen.ip().is_unspecified() {
        return vec![listen];
    }
    let mut found: Vec<SocketAddr> = Vec::new();
    // Listening at [::] takes connections to IPv4 addresses as well.
    for far in FAR.into_iter().filter(|far| far.is_ipv4() || listen.is_ipv6()) {
        let own = towards(far).map(|own| SocketAddr::new(own, listen.port()));
        found.extend(own.filter(|own| !found.contains(own)));
    }
    found
}

/// The address of this machine that packets to a destination would come from. Connecting a UDP socket asks the system
/// for that and sends nothing.
fn towards(far: IpAddr) -> Option<IpAddr> {
    let any: IpAddr = match far {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    // The port counts for nothing; 9 is that of the discard service.
    socket.connect((far, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    let is_local = match own {
        IpAddr::V4(own) => own.is_link_local(),
        IpAddr::V6(own) => own.is_unicast_link_local(),
    };
    (!own.is_unspecified() && !own.is_loopback() && !is_local).then_some(own)
}
