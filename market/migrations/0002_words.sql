-- The words of all titles, so that a mistyped word is corrected among some thousand words instead of being compared
-- with every title.
create table market.word (
  word text primary key
);
create index word_likeness on market.word using gin (word gin_trgm_ops);

-- In alphabetical order, so that two books posted at once wait for each other instead of blocking each other.
create function market.keep_words() returns trigger language plpgsql as $$
begin
  insert into market.word
  select distinct word from regexp_split_to_table(lower(new.name), '[^[:alnum:]]+') word
  where length(word) between 3 and 40
  order by word
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words after insert or update of name on market.book
  for each row execute function market.keep_words();

insert into market.word
select distinct word from market.book, regexp_split_to_table(lower(name), '[^[:alnum:]]+') word
where length(word) between 3 and 40
on conflict do nothing;
