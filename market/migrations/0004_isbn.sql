-- Look-ups by ISBN also see books that are sold or unlisted.
create index book_isbn_ever on market.book (isbn13, posted_at desc) where isbn13 is not null;
