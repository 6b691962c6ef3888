package money

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// WholeBP is one whole in basis points: a rate or share of 100 %.
const WholeBP = 10_000

// UnitsPerCent is how many USDC units one cent is, and so the grain of
// missions posted through the board (board.md decision 9).
const UnitsPerCent = 10_000

// ErrGrain says that an amount is not a whole number of grains.
var ErrGrain = errors.New("amount is not a whole number of grains")

// ErrNoShares says that there is nobody to divide an amount among: no shares,
// or shares that sum to zero.
var ErrNoShares = errors.New("no share is greater than zero")

// ErrRate says that a fee rate is above 10,000 basis points.
var ErrRate = errors.New("fee rate above 10,000 basis points")

// Fee is floor(reward*bp/10000) and what is left of reward; fee+net = reward.
// A rate above 10,000 basis points counts as 10,000, so a fee never exceeds
// its reward. Source: rule_fee of vectors/money.json, board.md (d).
func Fee(reward Amount, bp uint32) (fee, net Amount) {
	fee, err := reward.MulDiv(Units(uint64(min(bp, WholeBP))), Units(WholeBP))
	if err != nil { // cannot be: the quotient is at most reward
		panic(err)
	}
	return fee, reward.SatSub(fee)
}

// Allocate divides total by weights, with parts that sum exactly to total:
// each part is floor(total*w/sum(w)), and the units left over go one each to
// the largest remainders total*w mod sum(w), ties to the lower index. If no
// weight is greater than zero, all parts are zero. Products and the sum of the
// weights are exact beyond 256 bits. Source: rule_allocate of
// vectors/money.json, board.md (d).
func Allocate(total Amount, weights []Amount) []Amount {
	parts := make([]Amount, len(weights))
	sum := new(big.Int)
	for i := range weights {
		sum.Add(sum, weights[i].Big())
	}
	if sum.Sign() == 0 {
		return parts
	}
	whole := total.Big()
	left := new(big.Int).Set(whole)
	rems := make([]*big.Int, len(weights))
	for i := range weights {
		product := new(big.Int).Mul(whole, weights[i].Big())
		quo, rem := product.QuoRem(product, sum, new(big.Int))
		parts[i] = fromBig(quo)
		rems[i] = rem
		left.Sub(left, quo)
	}
	// The remainders sum to left*sum(w), so left is less than len(weights) and
	// at least that many remainders are not zero.
	order := make([]int, len(weights))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return rems[j].Cmp(rems[i]) })
	for _, i := range order[:left.Int64()] {
		parts[i] = parts[i].SatAdd(Units(1))
	}
	return parts
}

// AllocateEqual divides total into n parts that differ by at most one unit, the
// greater ones first; n below 1 gives none. Prize k of a mission with n winners
// is part k (settlement.md "Slot").
func AllocateEqual(total Amount, n int) []Amount {
	weights := make([]Amount, max(n, 0))
	for i := range weights {
		weights[i] = Units(1)
	}
	return Allocate(total, weights)
}

// SplitReward takes the fee out of reward and divides the rest by shares (basis
// points or any other weights), all computed in grains (board.md decision 9: a
// grain is UnitsPerCent for board missions and 1 otherwise). The results are in
// token units, whole grains, and fee plus all parts is reward. Errors: ErrGrain,
// ErrRate, ErrNoShares.
func SplitReward(reward, grain Amount, feeBP uint32, shares []uint32) (fee Amount, parts []Amount, err error) {
	fees, nets, err := SplitTranches([]Amount{reward}, grain, feeBP)
	if err != nil {
		return Amount{}, nil, err
	}
	parts, err = SplitNet(nets[0], grain, shares)
	return fees[0], parts, err
}

// SplitNet divides net among shares in grains, as SplitReward does after the
// fee. Errors: ErrGrain, ErrNoShares.
func SplitNet(net, grain Amount, shares []uint32) ([]Amount, error) {
	g, err := inGrains(net, grain)
	if err != nil {
		return nil, fmt.Errorf("net amount: %w", err)
	}
	weights := make([]Amount, len(shares))
	some := false
	for i, s := range shares {
		weights[i] = Units(uint64(s))
		some = some || s > 0
	}
	if !some {
		return nil, ErrNoShares
	}
	return inUnits(Allocate(g, weights), grain), nil
}

// SplitTranches gives the fee and the net of each tranche (milestone or prize):
// the fee is taken from the whole and allocated over the tranches by their
// size, so that splitting a reward never changes its fee (board.md (d),
// contracts.md decision 5). For every i, fees[i]+nets[i] = tranches[i].
// Errors: ErrGrain, ErrRate, ErrOverflow for the sum.
func SplitTranches(tranches []Amount, grain Amount, feeBP uint32) (fees, nets []Amount, err error) {
	if feeBP > WholeBP {
		return nil, nil, ErrRate
	}
	gs := make([]Amount, len(tranches))
	for i, t := range tranches {
		if gs[i], err = inGrains(t, grain); err != nil {
			return nil, nil, fmt.Errorf("tranche %d: %w", i, err)
		}
	}
	whole, err := Sum(gs...)
	if err != nil {
		return nil, nil, fmt.Errorf("summing tranches: %w", err)
	}
	fee, _ := Fee(whole, feeBP)
	fees = inUnits(Allocate(fee, gs), grain)
	nets = make([]Amount, len(tranches))
	for i := range tranches {
		nets[i] = tranches[i].SatSub(fees[i])
	}
	return fees, nets, nil
}

// Prizes divides reward in grains into n prizes before the fee (AllocateEqual
// over grains). Errors: ErrGrain, ErrNoShares for n below 1.
func Prizes(reward, grain Amount, n int) ([]Amount, error) {
	g, err := inGrains(reward, grain)
	if err != nil {
		return nil, fmt.Errorf("reward: %w", err)
	}
	if n < 1 {
		return nil, ErrNoShares
	}
	return inUnits(AllocateEqual(g, n), grain), nil
}

func inGrains(a, grain Amount) (Amount, error) {
	if grain.IsZero() {
		return Amount{}, fmt.Errorf("grain is zero: %w", ErrGrain)
	}
	var quo, rem Amount
	quo.v.DivMod(&a.v, &grain.v, &rem.v)
	if !rem.IsZero() {
		return Amount{}, fmt.Errorf("%s units in grains of %s: %w", a, grain, ErrGrain)
	}
	return quo, nil
}

// inUnits multiplies in place. It cannot overflow: the parts sum to at most an
// amount that was a whole number of grains.
func inUnits(parts []Amount, grain Amount) []Amount {
	for i := range parts {
		parts[i].v.Mul(&parts[i].v, &grain.v)
	}
	return parts
}

// fromBig takes a quotient that is known to be at most an Amount.
func fromBig(b *big.Int) (a Amount) {
	if a.v.SetFromBig(b) {
		panic(ErrOverflow)
	}
	return a
}
