package settle

import "time"

// Allowance is how often a source may do something: Quota times at once, and as
// much again over each Window, evenly (a token bucket).
type Allowance struct {
	// Policy names the limit.
	Policy string
	// Quota is more than 0, and Window at least a microsecond for each of it.
	Quota  int
	Window time.Duration
	// Source is whose it is: a digest, so that nobody is named.
	Source Hash
}

// AllowanceLeft is what is left of an allowance after it was asked for.
type AllowanceLeft struct {
	// OK: it was taken.
	OK bool
	// Remaining is how often more it can be taken now.
	Remaining int
	// Whole is how long until all of it is left, Wait until any is; 0 if it is now.
	Whole, Wait time.Duration
}

// Step is the time in which one of the quota comes back, in microseconds.
func (a Allowance) Step() int64 { return max(1, a.Window.Microseconds()/int64(max(1, a.Quota))) }

// Span is the time in which all of it comes back, in microseconds.
func (a Allowance) Span() int64 { return a.Step() * int64(max(1, a.Quota)) }

// Take asks for one at a time, where all would be left again at whole (both Unix
// microseconds; 0 for whoever never asked): ok, and then next takes the place of
// whole. A whole further off than twice the Span is of a clock that was wrong: then
// one is left.
func (a Allowance) Take(whole, now int64) (next int64, ok bool) {
	from := max(whole, now)
	if whole > now+2*a.Span() {
		from = now + a.Span() - a.Step()
	}
	if from+a.Step() > now+a.Span() {
		return from, false
	}
	return from + a.Step(), true
}

// Left is what an answer of Take says.
func (a Allowance) Left(whole, now int64, ok bool) AllowanceLeft {
	l := AllowanceLeft{OK: ok, Whole: time.Duration(max(0, whole-now)) * time.Microsecond}
	l.Remaining = int(max(0, (now+a.Span()-max(whole, now))/a.Step()))
	if l.Remaining == 0 {
		l.Wait = time.Duration(whole+a.Step()-now-a.Span()) * time.Microsecond
	}
	return l
}
