package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.port.DatabaseSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Keeps the record of one database, and the ports that it names: a port is held before it stands in
 * the record, and given back when it no longer does. One thread at a time.
 */
public final class RecordKeeper {
  private final DatabaseFolder folder;
  private final Ports ports;

  public RecordKeeper(DatabaseFolder folder, Ports ports) {
    this.folder = folder;
    this.ports = ports;
  }

  public Optional<DatabaseRecord> record() {
    return folder.record();
  }

  /** Keeps a record with the same ports as the one before. */
  public DatabaseRecord store(DatabaseRecord record) {
    folder.save(record);
    return record;
  }

  /** Keeps the first record of a database, at a new port. */
  public DatabaseRecord storeNew(DatabaseSpec spec) {
    return storeAtNew(Set.of(), port -> DatabaseRecord.of(spec, port));
  }

  /** Keeps the record of a database of that port, which was lost. */
  public DatabaseRecord restore(DatabaseSpec spec, int port) {
    return store(Set.of(), DatabaseRecord.of(spec, port));
  }

  /** Keeps the record at a new port, whose user is to own the data. */
  public DatabaseRecord replacePort(DatabaseRecord record) {
    return storeAtNew(record.ports(), port -> DatabaseRecord.of(record.spec(), port));
  }

  /** Keeps the record at that port, which another holder may have. */
  public DatabaseRecord moveTo(DatabaseRecord record, int port) {
    return store(record.ports(), record.movedTo(port));
  }

  /** Gives the record's ports back. */
  public void giveBack(DatabaseRecord record) {
    record.ports().forEach(ports::release);
  }

  private DatabaseRecord storeAtNew(Set<Integer> before, IntFunction<DatabaseRecord> at) {
    int port = ports.reserve();
    Set<Integer> held = new HashSet<>(before);
    held.add(port);
    try {
      return store(held, at.apply(port));
    } catch (RuntimeException e) {
      ports.release(port);
      throw e;
    }
  }

  private DatabaseRecord store(Set<Integer> before, DatabaseRecord next) {
    List<Integer> added = next.ports().stream().filter(port -> !before.contains(port)).toList();
    added.forEach(ports::hold);
    try {
      store(next);
    } catch (RuntimeException e) {
      added.forEach(ports::release);
      throw e;
    }
    before.stream().filter(port -> !next.ports().contains(port)).forEach(ports::release);
    return next;
  }
}
