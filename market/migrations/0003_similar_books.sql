-- Matching asks the trigram index itself, within its own transaction, and scores each candidate once.
drop function market.similar_books(text);
