-- Who wrote a book, as far as its seller, whoever asks for it, or the bookstore's catalogue says it.
alter table market.book add column author text not null default '';
alter table market.request add column author text not null default '';

update market.book set author = known.authors
from market.catalogue_book known where known.isbn13 = book.isbn13 and known.authors <> '';
update market.request set author = known.authors
from market.catalogue_book known where known.isbn13 = request.isbn13 and known.authors <> '';

-- A book is found by its author too.
alter table market.book drop column search_text;
alter table market.book add column search_text text not null
  generated always as (market.fold(name || ' ' || course || ' ' || course_key || ' ' || author)) stored;
create index book_search on market.book using gin (search_text gin_trgm_ops) where status = 0 and deleted_at is null;
