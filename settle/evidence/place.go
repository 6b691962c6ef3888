package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Place is a point on the earth in ten-millionths of a degree, about one
// centimetre: whole numbers, so that no fact has floating point.
type Place struct {
	LatE7 int64 `json:"lat_e7"`
	LonE7 int64 `json:"lon_e7"`
}

// Near is a circle. RadiusMM is in millimetres, above 0 up to MaxRadiusMM.
type Near struct {
	Place
	RadiusMM int64 `json:"radius_mm"`
}

// Bounds of places and circles (board.md (f)).
const (
	MaxLatE7    = 90 * e7
	MaxLonE7    = 180 * e7
	MaxRadiusMM = 100_000 * 1000
	e7          = 10_000_000
)

// earthRadius is in metres (board.md (f)).
const earthRadius = 6_371_000

func (n Near) check() error {
	if err := n.Place.check(); err != nil {
		return fmt.Errorf("near: %w", err)
	}
	if n.RadiusMM < 1 || n.RadiusMM > MaxRadiusMM {
		return errors.New("near: radius_m must be above 0 and at most 100000")
	}
	return nil
}

func (p Place) check() error {
	if p.LatE7 < -MaxLatE7 || p.LatE7 > MaxLatE7 || p.LonE7 < -MaxLonE7 || p.LonE7 > MaxLonE7 {
		return errors.New("lat must be -90 to 90 and lon -180 to 180")
	}
	return nil
}

// Within says whether a place lies within the circle, its edge included, by the
// haversine formula.
func (n Near) Within(p Place) bool {
	return distance(n.Place, p) <= float64(n.RadiusMM)/1000
}

// distance is in metres.
func distance(a, b Place) float64 {
	rad := func(v int64) float64 { return float64(v) / e7 * math.Pi / 180 }
	lat := math.Sin((rad(b.LatE7) - rad(a.LatE7)) / 2)
	lon := math.Sin((rad(b.LonE7) - rad(a.LonE7)) / 2)
	h := lat*lat + math.Cos(rad(a.LatE7))*math.Cos(rad(b.LatE7))*lon*lon
	return 2 * earthRadius * math.Asin(math.Sqrt(min(1, h)))
}

// ErrNumber says that a number is not one of a bounded size.
var ErrNumber = errors.New("must be a number, such as 52.5200066")

// Degrees reads degrees, rounded to the nearest ten-millionth.
func Degrees(n json.Number) (int64, error) { return scaled(n, e7) }

// Metres reads metres as millimetres, rounded to the nearest, but never to 0
// what is more.
func Metres(n json.Number) (int64, error) {
	v, err := scaled(n, 1000)
	if v == 0 && err == nil && strings.Trim(mantissa(n), "-+0.") != "" && !strings.HasPrefix(string(n), "-") {
		v = 1
	}
	return v, err
}

func mantissa(n json.Number) string {
	m, _, _ := strings.Cut(strings.ToLower(string(n)), "e")
	return m
}

// scaled reads a decimal number exactly, times unit, rounded half away from zero.
// Its length and exponent are bounded before a big number is made of it.
func scaled(n json.Number, unit int64) (int64, error) {
	if len(n) == 0 || len(n) > 40 {
		return 0, ErrNumber
	}
	switch f, err := n.Float64(); {
	case err != nil || math.Abs(f) > 1e9:
		return 0, ErrNumber
	case math.Abs(f) < 1e-30:
		return 0, nil
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok || strings.ContainsAny(string(n), "/_xXpP") {
		return 0, ErrNumber
	}
	r.Mul(r, big.NewRat(2*unit, 1))
	q := new(big.Int).Quo(r.Num(), r.Denom()) // twice the value, toward zero
	v := q.Int64()
	if v < 0 {
		return (v - 1) / 2, nil
	}
	return (v + 1) / 2, nil
}

// Decimal is v in units of 1/unit as a JSON number without trailing zeros; unit
// is a power of ten.
func decimal(v, unit int64) json.Number {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	digits := len(fmt.Sprint(unit)) - 1
	s := fmt.Sprintf("%s%d.%0*d", sign, v/unit, digits, v%unit)
	return json.Number(strings.TrimSuffix(strings.TrimRight(s, "0"), "."))
}

// Lat is the latitude in degrees, as a decimal.
func (p Place) Lat() json.Number { return decimal(p.LatE7, e7) }

// Lon is the longitude in degrees, as a decimal.
func (p Place) Lon() json.Number { return decimal(p.LonE7, e7) }

// RadiusM is the radius in metres, as a decimal.
func (n Near) RadiusM() json.Number { return decimal(n.RadiusMM, 1000) }
