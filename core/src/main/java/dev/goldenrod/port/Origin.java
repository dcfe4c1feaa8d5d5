package dev.goldenrod.port;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/** What a database's data begins with. */
public sealed interface Origin {
  /** What the function for its kind makes of it. */
  <R> R match(
      Function<Blank, R> blank,
      Function<Version, R> version,
      Function<Snapshot, R> snapshot,
      Function<Database, R> database);

  /**
   * Nothing: an empty database of that engine.
   *
   * @param type the engine's, as in {@code postgresql}
   * @param release the engine's, as in {@code 15} or {@code 8.0}
   */
  record Blank(String type, String release) implements Origin {
    public Blank {
      Objects.requireNonNull(type);
      Objects.requireNonNull(release);
    }

    @Override
    public <R> R match(
        Function<Blank, R> blank,
        Function<Version, R> version,
        Function<Snapshot, R> snapshot,
        Function<Database, R> database) {
      return blank.apply(this);
    }
  }

  /** A golden version. */
  record Version(VersionRef version) implements Origin {
    public Version {
      Objects.requireNonNull(version);
    }

    @Override
    public <R> R match(
        Function<Blank, R> blank,
        Function<Version, R> version,
        Function<Snapshot, R> snapshot,
        Function<Database, R> database) {
      return version.apply(this);
    }
  }

  /** A snapshot of a database; see {@link DatabaseSnapshots}. Its login is the database's. */
  record Snapshot(UUID id) implements Origin {
    public Snapshot {
      Objects.requireNonNull(id);
    }

    @Override
    public <R> R match(
        Function<Blank, R> blank,
        Function<Version, R> version,
        Function<Snapshot, R> snapshot,
        Function<Database, R> database) {
      return snapshot.apply(this);
    }
  }

  /**
   * Another database of the same data plane, as it is at a moment after the copy is first asked
   * for: all that was committed before is there. Its login is that database's.
   */
  record Database(UUID id) implements Origin {
    public Database {
      Objects.requireNonNull(id);
    }

    @Override
    public <R> R match(
        Function<Blank, R> blank,
        Function<Version, R> version,
        Function<Snapshot, R> snapshot,
        Function<Database, R> database) {
      return database.apply(this);
    }
  }
}
