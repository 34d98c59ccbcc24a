-- The schema of the first release, for sqlite. Frozen: never edited.
CREATE TABLE matches (
    id VARCHAR(16) NOT NULL,
    game VARCHAR(40) NOT NULL,
    rules_version INTEGER NOT NULL,
    options JSON NOT NULL,
    host VARCHAR(24) NOT NULL,
    status VARCHAR(8) NOT NULL,
    private BOOLEAN NOT NULL,
    rated BOOLEAN NOT NULL,
    shared_screen BOOLEAN NOT NULL,
    pace JSON NOT NULL,
    seed VARCHAR(64) NOT NULL,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    checksum VARCHAR(16) NOT NULL,
    actor INTEGER NOT NULL,
    turn_since FLOAT,
    deadline FLOAT,
    bot_to_move BOOLEAN NOT NULL,
    leased_by VARCHAR(24),
    leased_until FLOAT,
    offers JSON NOT NULL,
    next_match VARCHAR(16),
    result JSON,
    created FLOAT NOT NULL,
    changed FLOAT NOT NULL,
    note VARCHAR(200) NOT NULL,
    CONSTRAINT pk_matches PRIMARY KEY (id)
);

CREATE INDEX ix_matches_changed ON matches (changed);

CREATE INDEX ix_matches_deadline ON matches (deadline);

CREATE INDEX ix_matches_status_private ON matches (status, private);

CREATE TABLE persons (
    id VARCHAR(24) NOT NULL,
    name VARCHAR(40) NOT NULL,
    folded VARCHAR(40),
    password VARCHAR(200),
    recovery VARCHAR(200),
    created FLOAT NOT NULL,
    seen FLOAT NOT NULL,
    lang VARCHAR(5) NOT NULL,
    mail VARCHAR(200) NOT NULL,
    banned BOOLEAN NOT NULL,
    sessions INTEGER NOT NULL,
    CONSTRAINT pk_persons PRIMARY KEY (id),
    CONSTRAINT uq_persons_folded UNIQUE (folded)
);

CREATE TABLE ratings (
    game VARCHAR(40) NOT NULL,
    player VARCHAR(24) NOT NULL,
    mu FLOAT NOT NULL,
    sigma FLOAT NOT NULL,
    games INTEGER NOT NULL,
    wins FLOAT NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (game, player),
    CONSTRAINT uq_ratings_player_game UNIQUE (player, game)
);

CREATE TABLE reports (
    id INTEGER NOT NULL,
    person VARCHAR(24) NOT NULL,
    about VARCHAR(24) NOT NULL,
    "match" VARCHAR(16),
    text VARCHAR(500) NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_reports PRIMARY KEY (id)
);

CREATE TABLE shared (
    name VARCHAR(40) NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_shared PRIMARY KEY (name)
);

CREATE TABLE analyses (
    "match" VARCHAR(16) NOT NULL,
    lang VARCHAR(5) NOT NULL,
    data JSON NOT NULL,
    CONSTRAINT pk_analyses PRIMARY KEY ("match", lang),
    CONSTRAINT fk_analyses_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);

CREATE TABLE blocks (
    person VARCHAR(24) NOT NULL,
    other VARCHAR(24) NOT NULL,
    kind VARCHAR(8) NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (person, other),
    CONSTRAINT fk_blocks_other FOREIGN KEY(other) REFERENCES persons (id) ON DELETE CASCADE,
    CONSTRAINT fk_blocks_person FOREIGN KEY(person) REFERENCES persons (id) ON DELETE CASCADE
);

CREATE TABLE chat (
    id INTEGER NOT NULL,
    "match" VARCHAR(16) NOT NULL,
    person VARCHAR(24) NOT NULL,
    name VARCHAR(40) NOT NULL,
    text VARCHAR(500) NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_chat PRIMARY KEY (id),
    CONSTRAINT fk_chat_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);

CREATE INDEX ix_chat_match ON chat ("match");

CREATE TABLE events (
    "match" VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY ("match", number),
    CONSTRAINT fk_events_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);

CREATE TABLE seats (
    "match" VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    kind VARCHAR(8) NOT NULL,
    person VARCHAR(24),
    name VARCHAR(40) NOT NULL,
    bot VARCHAR(24),
    nonce VARCHAR(32),
    clock_seconds FLOAT,
    invitation VARCHAR(16),
    rating JSON,
    CONSTRAINT pk_seats PRIMARY KEY ("match", seat),
    CONSTRAINT fk_seats_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);

CREATE INDEX ix_seats_person ON seats (person);

CREATE TABLE tokens (
    digest VARCHAR(64) NOT NULL,
    person VARCHAR(24) NOT NULL,
    label VARCHAR(40) NOT NULL,
    created FLOAT NOT NULL,
    CONSTRAINT pk_tokens PRIMARY KEY (digest),
    CONSTRAINT fk_tokens_person FOREIGN KEY(person) REFERENCES persons (id) ON DELETE CASCADE
);

CREATE INDEX ix_tokens_person ON tokens (person);

CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));

INSERT INTO alembic_version (version_num) VALUES ('0001');
