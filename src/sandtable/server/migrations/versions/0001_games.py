"""Games and their records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("listed", sa.SmallInteger, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
    )
    op.create_index("games_deadline", "games", ["deadline"])
    op.create_index("games_listed", "games", ["listed", "status", "touched"])
    op.create_table(
        "records",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("records")
    op.drop_index("games_listed", "games")
    op.drop_index("games_deadline", "games")
    op.drop_table("games")
