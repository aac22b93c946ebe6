-- The tokens that the last refresh was answered with, sealed with the server's secret and the refresh token that was
-- used: calls with it that came before that answer get the same one, in whichever process.
alter table crm.oauth_grant add column answer_sealed bytea;
