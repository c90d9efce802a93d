//! trial
use heist_agents::Heuristics;
use heist_engine::game::Encode;
use heist_engine::random;
use rand_core::Rng;
use tch::{Device, Kind, Reduction, Tensor, nn, nn::OptimizerConfig};

use super::lanes::{Deals, Lanes};
use super::rollout::{Decided, Rollout, Rows, Waiting};

#[derive(Debug)]
pub struct Net {
    first: Tensor,
    bias: Tensor,
    layers: Vec<nn::Linear>,
    pub heads: Vec<nn::Linear>,
}
impl Net {
    pub fn new(path: &nn::Path, features: i64, hidden: &[i64], heads: &[i64]) -> Net {
        let first = path.var("first_weight", &[features, hidden[0]], nn::Init::Randn { mean: 0.0, stdev: 0.15 });
        let bias = path.var("first_bias", &[hidden[0]], nn::Init::Const(0.2));
        let layers = hidden.windows(2).enumerate().map(|(i, w)| nn::linear(path / format!("dense{}", i + 1), w[0], w[1], Default::default())).collect();
        let last = *hidden.last().unwrap();
        let heads = heads.iter().enumerate().map(|(i, &n)| nn::linear(path / format!("head{i}"), last, n, nn::LinearConfig { ws_init: nn::Init::Randn { mean: 0.0, stdev: 0.01 }, bs_init: Some(nn::Init::Const(0.0)), bias: true })).collect();
        Net { first, bias, layers, heads }
    }
    pub fn body(&self, rows: &Rows) -> Tensor {
        let indices = Tensor::from_slice(&rows.indices);
        let offsets = Tensor::from_slice(&rows.offsets);
        let (x, _, _, _) = Tensor::embedding_bag::<Tensor>(&self.first, &indices, &offsets, false, 0, false, None, true);
        let mut x = (x + &self.bias).relu();
        for l in &self.layers { x = x.apply(l).relu(); }
        x
    }
}

pub fn mask(legal: &Rows, actions: usize) -> Tensor {
    let mut m = vec![-1e9f32; legal.len() * actions];
    for r in 0..legal.len() { for &a in legal.row(r) { m[r * actions + a as usize] = 0.0; } }
    Tensor::from_slice(&m).view([legal.len() as i64, actions as i64])
}
fn floats(t: &Tensor) -> Vec<f32> { Vec::<f32>::try_from(t.flatten(0, -1).to_kind(Kind::Float)).unwrap() }

pub struct Opts { pub lanes: usize, pub horizon: usize, pub epochs: usize, pub minibatch: usize, pub lr: f64, pub entropy: f64, pub lambda: f32, pub clone_updates: usize, pub updates: usize, pub hidden: Vec<i64>, pub seed: u64, pub clip: f64 }

pub fn greedy<G: Encode>(setup: &G::Setup, seed: u64, games: usize, actor: &Net) -> f64 {
    let a = G::action_count();
    let mut lanes = Lanes::<G>::new(Deals { setup: setup.clone(), seed }, games).unwrap();
    let mut done = vec![None; games];
    while done.iter().any(Option::is_none) {
        let w = Waiting::of(&lanes);
        let logits = tch::no_grad(|| actor.body(&w.seen).apply(&actor.heads[0]) + mask(&w.legal, a));
        let best = Vec::<i64>::try_from(logits.argmax(1, false)).unwrap();
        let places: Vec<usize> = best.iter().enumerate().map(|(l, &b)| w.legal.row(l).iter().position(|&x| i64::from(x) == b).unwrap()).collect();
        for (l, e) in lanes.play(&places).unwrap().into_iter().enumerate() { if let (Some(e), None) = (e, done[l]) { done[l] = Some(e.value); } }
    }
    done.iter().map(|d| d.unwrap()).sum::<f64>() / games as f64
}

pub fn train<G: Heuristics + Encode>(setup: &G::Setup, o: &Opts) {
    tch::manual_seed(o.seed as i64);
    tch::set_num_threads(1);
    let a = G::action_count();
    let f = G::feature_count();
    let vs = nn::VarStore::new(Device::Cpu);
    let root = vs.root();
    let actor = Net::new(&(&root / "actor"), f as i64, &o.hidden, &[a as i64, 1]);
    let seats = { let l = Lanes::<G>::new(Deals { setup: setup.clone(), seed: o.seed }, 1).unwrap(); l.lanes()[0].world.seats() };
    let critic = Net::new(&(&root / "critic"), (f * seats) as i64, &[128, 64], &[1]);
    let mut opt = nn::Adam { eps: 1e-5, ..Default::default() }.build(&vs, o.lr).unwrap();
    let mut lanes = Lanes::<G>::new(Deals { setup: setup.clone(), seed: o.seed }, o.lanes).unwrap();
    let expert = G::HEURISTIC.unwrap();
    let mut rng = random::stream(o.seed, "ppo/actions", 0);
    let start = std::time::Instant::now();
    let total = o.clone_updates + o.updates;
    let (mut wins, mut games) = (0.0, 0.0);
    for update in 0..total {
        let cloning = update < o.clone_updates;
        let frac = if cloning { 1.0 } else { 1.0 - (update - o.clone_updates) as f64 / o.updates as f64 };
        opt.set_lr(o.lr * (0.05 + 0.95 * frac) * if cloning {2.0} else {1.0});
        let rollout = Rollout::collect(&mut lanes, o.horizon, |lanes, w| tch::no_grad(|| {
            let values = floats(&critic.body(&w.all).apply(&critic.heads[0]).sigmoid());
            if cloning {
                let places = lanes.lanes().iter().map(|l| { let c = expert(&l.world.information_state(l.seat), l.seat, &l.legal, &mut rng); l.legal.iter().position(|&x| x == c).unwrap() }).collect::<Vec<_>>();
                let log_chances = vec![0.0; places.len()];
                return Decided { places, log_chances, values };
            }
            let logits = actor.body(&w.seen).apply(&actor.heads[0]) + mask(&w.legal, a);
            let logp = floats(&logits.log_softmax(1, Kind::Float));
            let (mut places, mut log_chances) = (vec![], vec![]);
            for l in 0..o.lanes {
                let legal = w.legal.row(l);
                let mut u = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                let mut pick = legal.len() - 1;
                for (i, &x) in legal.iter().enumerate() { u -= f64::from(logp[l * a + x as usize]).exp(); if u < 0.0 { pick = i; break; } }
                places.push(pick); log_chances.push(logp[l * a + legal[pick] as usize]);
            }
            Decided { places, log_chances, values }
        })).unwrap();
        for e in &rollout.finished { wins += e.value; games += 1.0; }
        let w = Waiting::of(&lanes);
        let next = tch::no_grad(|| floats(&critic.body(&w.all).apply(&critic.heads[0]).sigmoid()));
        let adv = rollout.advantages(&next, o.lambda);
        let returns: Vec<f32> = adv.iter().zip(&rollout.values).map(|(a, v)| (a + v).clamp(0.0, 1.0)).collect();
        let mean = adv.iter().sum::<f32>() / adv.len() as f32;
        let sd = (adv.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / adv.len() as f32).sqrt() + 1e-6;
        let mut order: Vec<usize> = (0..adv.len()).collect();
        let mut ent_sum = 0.0; let mut kl = 0.0; let mut n = 0.0; let mut vl = 0.0;
        for _ in 0..o.epochs {
            random::shuffle(&mut rng, &mut order);
            for part in order.chunks(o.minibatch) {
                let seen = rollout.seen.gather(part);
                let all = rollout.all.gather(part);
                let legal = rollout.legal.gather(part);
                let pick = |v: &Vec<f32>| Tensor::from_slice(&part.iter().map(|&i| v[i]).collect::<Vec<_>>());
                let played = Tensor::from_slice(&part.iter().map(|&i| rollout.played[i]).collect::<Vec<_>>());
                let ret = pick(&returns);
                let body = actor.body(&seen);
                let logp = (body.apply(&actor.heads[0]) + mask(&legal, a)).log_softmax(1, Kind::Float);
                let lp = logp.gather(1, &played.unsqueeze(1), false).squeeze_dim(1);
                let v1 = body.apply(&actor.heads[1]).squeeze_dim(1);
                let v2 = critic.body(&all).apply(&critic.heads[0]).squeeze_dim(1);
                let bce = |v: &Tensor| v.binary_cross_entropy_with_logits::<Tensor>(&ret, None, None, Reduction::Mean);
                let vloss = bce(&v1) * 0.25 + bce(&v2);
                let loss = if cloning { -lp.mean(Kind::Float) } else {
                    let ratio = (&lp - pick(&rollout.log_chance)).exp();
                    let advt = (pick(&adv) - mean as f64) / sd as f64;
                    let obj = (&ratio * &advt).minimum(&(ratio.clamp(1.0 - o.clip, 1.0 + o.clip) * &advt));
                    let ent = -(logp.exp() * &logp).sum_dim_intlist(1, false, Kind::Float).mean(Kind::Float);
                    ent_sum += ent.double_value(&[]); kl += (pick(&rollout.log_chance) - &lp).mean(Kind::Float).double_value(&[]);
                    -obj.mean(Kind::Float) - ent * (o.entropy * frac)
                };
                n += 1.0; vl += bce(&v2).double_value(&[]);
                opt.zero_grad();
                (loss + vloss * 0.5).backward();
                opt.clip_grad_norm(0.5);
                opt.step();
            }
        }
        if update % 20 == 19 || update + 1 == total {
            println!("{update} {:.0}s sampled {:.3} entropy {:.3} kl {:.4} vloss {:.4} dec {}", start.elapsed().as_secs_f64(), wins / games, ent_sum / n, kl / n, vl / n, (update + 1) * o.lanes * o.horizon);
            (wins, games) = (0.0, 0.0);
        }
        if update % 100 == 99 || update + 1 == total || update + 1 == o.clone_updates { println!("  greedy {:.4}", greedy::<G>(setup, 999, 4000, &actor)); vs.save("/tmp/ppo.safetensors").unwrap(); }
    }
}
