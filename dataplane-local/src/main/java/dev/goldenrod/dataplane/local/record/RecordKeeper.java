package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.port.DatabaseSpec;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Saves the record of one database and manages its port and user, which are reserved before they
 * are in the record and released afterwards. Not thread-safe.
 */
public record RecordKeeper(DatabaseFolder folder, Ports ports, EngineUsers users) {
  public DatabaseRecord store(DatabaseRecord record) {
    folder.save(record);
    return record;
  }

  /** Saves the first record of a database, with a new port and user. */
  public DatabaseRecord storeNew(DatabaseSpec spec) {
    return storeAtNewPort(port -> storeWithNewUser(spec, port));
  }

  /** Saves a new record for a lost one, with the given port. */
  public DatabaseRecord restore(DatabaseSpec spec, int port) {
    return storeAtHeld(port, () -> storeWithNewUser(spec, port));
  }

  /** Moves a database whose port no client knows to a new port. */
  public DatabaseRecord replacePort(DatabaseRecord record) {
    DatabaseRecord next =
        storeAtNewPort(port -> store(DatabaseRecord.of(record.spec(), port, record.user())));
    ports.release(record.port());
    return next;
  }

  /** Moves the database to the port, even if another database holds the port still. */
  public DatabaseRecord moveTo(DatabaseRecord record, int port) {
    if (port == record.port()) {
      return store(record);
    }
    DatabaseRecord next = storeAtHeld(port, () -> store(record.movedTo(port)));
    ports.release(record.port());
    return next;
  }

  public void releasePortAndUser(DatabaseRecord record) {
    ports.release(record.port());
    users.release(record.user());
  }

  private DatabaseRecord storeAtNewPort(IntFunction<DatabaseRecord> store) {
    int port = ports.reserve();
    return releaseOnFailure(() -> store.apply(port), () -> ports.release(port));
  }

  private DatabaseRecord storeAtHeld(int port, Supplier<DatabaseRecord> store) {
    ports.hold(port);
    return releaseOnFailure(store, () -> ports.release(port));
  }

  private DatabaseRecord storeWithNewUser(DatabaseSpec spec, int port) {
    int user = users.reserve();
    return releaseOnFailure(
        () -> store(DatabaseRecord.of(spec, port, user)), () -> users.release(user));
  }

  private static DatabaseRecord releaseOnFailure(Supplier<DatabaseRecord> store, Runnable release) {
    try {
      return store.get();
    } catch (RuntimeException e) {
      release.run();
      throw e;
    }
  }
}
