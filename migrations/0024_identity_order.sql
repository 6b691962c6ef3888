-- +goose Up
-- Identities are read through by (provider, digest), in the order of bytes.
alter table identity alter column provider type text collate "C", alter column agent type text collate "C";
