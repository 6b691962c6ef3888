package decode_test

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/bindings/oabpagents"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/bindings/oabporacles"
	"github.com/oabp/oabpd/bindings/oabpreputation"
	"github.com/oabp/oabpd/bindings/oabpvote"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// abis are the contracts' own ABI, by role.
var abis = func() map[settle.ContractRole]*abi.ABI {
	out := map[settle.ContractRole]*abi.ABI{}
	for r, m := range map[settle.ContractRole]*bind.MetaData{
		settle.RoleEscrow: oabpescrow.OabpEscrowMetaData, settle.RoleAgents: oabpagents.OabpAgentsMetaData,
		settle.RoleVote: oabpvote.OabpVoteMetaData, settle.RoleOracles: oabporacles.OabpOraclesMetaData,
		settle.RoleAttestationOracle: attestationoracle.AttestationOracleMetaData,
		settle.RoleReputation:        oabpreputation.OabpReputationMetaData,
	} {
		parsed, err := m.GetAbi()
		if err != nil {
			panic(err)
		}
		out[r] = parsed
	}
	return out
}()

// at is where the contract of a role is in these tests.
func at(r settle.ContractRole) settle.Address {
	return settle.Address{0: 0xc0, 19: byte(1 + slices.Index(settle.ContractRoles(), r))}
}

func deployed() (out []settle.Contract) {
	for _, r := range settle.ContractRoles() {
		out = append(out, settle.Contract{Role: r, Address: at(r)})
	}
	return out
}

// pack is the log that the contract emits to say ev: every member is taken by
// the name that the ABI has for it, and encoded by go-ethereum.
func pack(t testing.TB, ev settle.ChainEvent) indexer.RawLog {
	t.Helper()
	role := ev.LogKind().Role()
	form, ok := abis[role].Events[ev.LogKind().String()]
	if !ok {
		t.Fatalf("the %s contract has no event %s", role, ev.LogKind())
	}
	v := reflect.ValueOf(ev)
	if v.NumField() != len(form.Inputs) {
		t.Fatalf("%s has %d members, the contract's %d", ev.LogKind(), v.NumField(), len(form.Inputs))
	}
	topics := []settle.Hash{settle.Hash(form.ID)}
	var plain abi.Arguments
	var values []any
	for i, in := range form.Inputs {
		if !strings.EqualFold(v.Type().Field(i).Name, in.Name) {
			t.Fatalf("%s: member %d is %s, the contract's is %s", ev.LogKind(), i, v.Type().Field(i).Name, in.Name)
		}
		value := toABI(in.Type, v.Field(i))
		if !in.Indexed {
			plain, values = append(plain, in), append(values, value.Interface())
			continue
		}
		b, err := abi.Arguments{{Type: in.Type}}.Pack(value.Interface())
		if err != nil {
			t.Fatal(err)
		}
		topics = append(topics, settle.Hash(b))
	}
	b, err := plain.Pack(values...)
	if err != nil {
		t.Fatal(err)
	}
	return raw(at(role), b, topics...)
}

// toABI is a member as go-ethereum wants it for a type.
func toABI(typ abi.Type, v reflect.Value) reflect.Value {
	out := reflect.New(typ.GetType()).Elem()
	switch x := v.Interface().(type) {
	case settle.Uint256:
		return reflect.ValueOf(new(big.Int).SetBytes(x[:]))
	case money.Amount:
		return reflect.ValueOf(x.Big())
	case settle.SignedAmount:
		n := x.Amount.Big()
		if x.Negative {
			n.Neg(n)
		}
		return reflect.ValueOf(n)
	}
	switch {
	case typ.T == abi.TupleTy:
		for i, name := range typ.TupleRawNames {
			f := v.FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, name) })
			if !f.IsValid() || v.NumField() != len(typ.TupleRawNames) || !strings.EqualFold(v.Type().Field(i).Name, name) {
				panic(fmt.Sprintf("member %d of %s is not %s", i, v.Type(), name))
			}
			out.Field(i).Set(toABI(*typ.TupleElems[i], f))
		}
	case typ.T == abi.SliceTy:
		out.Set(reflect.MakeSlice(out.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(toABI(*typ.Elem, v.Index(i)))
		}
	case out.Type() == reflect.TypeFor[*big.Int]() && v.CanInt():
		return reflect.ValueOf(big.NewInt(v.Int()))
	case out.Type() == reflect.TypeFor[*big.Int]():
		return reflect.ValueOf(new(big.Int).SetUint64(v.Uint()))
	default:
		out.Set(v.Convert(out.Type()))
	}
	return out
}

// TestTopicsAreTheContracts: every event of each contract's ABI is read, and no
// other.
func TestTopicsAreTheContracts(t *testing.T) {
	ws := decoder(t).Watches()
	for _, r := range settle.ContractRoles() {
		var want, got []string
		for name, ev := range abis[r].Events {
			if name == "EIP712DomainChanged" { // EIP-5267 has it in the interface; nothing emits it
				continue
			}
			want = append(want, settle.Hash(ev.ID).String()+" "+name)
		}
		i := slices.IndexFunc(ws, func(w indexer.Watch) bool { return w.Address == at(r) })
		for _, topic := range ws[i].Topics {
			_, _, err := decoder(t).Decode(raw(at(r), []byte{1}, topic)) // malformed: the error names the kind
			got = append(got, topic.String()+" "+kindIn(err))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: reads %q, the contract has %q", r, got, want)
		}
		if len(got) != len(settle.KindsOf(r)) {
			t.Errorf("%s: %d events, %d kinds", r, len(got), len(settle.KindsOf(r)))
		}
	}
}

// kindIn is the kind that an error of Decode is about.
func kindIn(err error) string {
	if err == nil {
		return "nothing malformed"
	}
	parts := strings.Split(err.Error(), ": ")
	if len(parts) < 2 {
		return err.Error()
	}
	return parts[1]
}
