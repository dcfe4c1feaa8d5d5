package dev.goldenrod.port;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/** The origin of a database's data. */
public sealed interface Origin {
  /** Applies the function for this kind of origin and returns its result. */
  <R> R match(
      Function<Blank, R> blank,
      Function<Version, R> version,
      Function<Snapshot, R> snapshot,
      Function<Database, R> database);

  /**
   * The origin of an empty database.
   *
   * @param type the engine, as in {@code postgresql}
   * @param release the engine's release, as in {@code 15} or {@code 8.0}
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

  /**
   * A snapshot of a database; see {@link DatabaseSnapshots}. The copy has that database's login.
   */
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
   * Another database of the same data plane, as of a moment after the copy was first requested: it
   * contains all transactions committed before the request. The copy has that database's login.
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
