"""Games that anybody may sit down to: when somebody was last known to wait in one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("open", sa.BigInteger))
    op.create_index("games_open", "games", ["open"])


def downgrade() -> None:
    op.drop_index("games_open", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("open")
