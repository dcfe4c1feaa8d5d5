package dev.goldenrod.bench.branch;

import java.sql.Connection;
import java.sql.SQLException;

/** A database whose copies are measured. There is one snapshot and one branch at most. */
interface CopiedDatabase {
  Connection connect() throws SQLException;

  /** Takes a snapshot, and returns the milliseconds until it is ready. */
  double snapshot();

  /** Creates a branch, and returns the milliseconds until a client has logged in to it. */
  double branch();

  void removeCopies();

  /** Deletes the database. */
  void remove();
}
