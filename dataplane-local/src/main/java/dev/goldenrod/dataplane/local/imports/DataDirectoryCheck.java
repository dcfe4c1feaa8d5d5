package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether a directory is a PostgreSQL data directory that can be copied and started elsewhere. */
final class DataDirectoryCheck {
  /** Where pg_control has had the state since version 8.0: after identifier and two versions. */
  private static final int STATE_AT = 16;

  private static final int SHUT_DOWN = 1;
  private static final int SHUT_DOWN_IN_RECOVERY = 2;

  private final Path directory;

  DataDirectoryCheck(Path directory) {
    this.directory = directory;
  }

  /**
   * Looks at the directory without changing it, and returns its major version.
   *
   * @throws DataPlaneException when it cannot be used; the message names it and the way out
   */
  int requireUsable() {
    if (!directory.isAbsolute() || !Files.isDirectory(directory)) {
      throw refusal("is no directory on this machine; register an absolute path of one");
    }
    int major = major();
    if (Files.exists(directory.resolve("postmaster.pid"))) {
      throw refusal("is in use, since it holds postmaster.pid; stop its server cleanly first");
    }
    requireShutDown();
    requireEmpty("pg_tblspc", "has tablespaces outside of it; move their tables into pg_default");
    requireEmpty("pg_twophase", "has prepared transactions; commit them or roll them back");
    return major;
  }

  private int major() {
    Path file = directory.resolve("PG_VERSION");
    if (!Files.exists(file)) {
      throw refusal("is no PostgreSQL data directory: it has no PG_VERSION");
    }
    String version = Staging.text(file).strip();
    if (!version.matches("\\d{1,3}")) {
      throw refusal("has PG_VERSION '%s'; PostgreSQL 13 or newer is needed".formatted(version));
    }
    return Integer.parseInt(version);
  }

  private void requireShutDown() {
    Path file = directory.resolve("global").resolve("pg_control");
    int state;
    try {
      state =
          ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder()).getInt(STATE_AT);
    } catch (IOException | IndexOutOfBoundsException e) {
      throw new DataPlaneException(
          "%s cannot be cloned: %s is not readable: %s".formatted(directory, file, e), e);
    }
    if (state == SHUT_DOWN_IN_RECOVERY) {
      throw refusal("belongs to a standby; promote it, and then stop it cleanly");
    }
    if (state != SHUT_DOWN) {
      throw refusal("was not shut down cleanly; start its server once, and stop it cleanly");
    }
  }

  private void requireEmpty(String folder, String otherwise) {
    try (Stream<Path> entries = Files.list(directory.resolve(folder))) {
      if (entries.findAny().isPresent()) {
        throw refusal(otherwise);
      }
    } catch (IOException e) {
      throw new DataPlaneException(
          "%s cannot be cloned: %s".formatted(directory.resolve(folder), e), e);
    }
  }

  private DataPlaneException refusal(String why) {
    return new DataPlaneException("'dir:%s' cannot be cloned: it %s".formatted(directory, why));
  }
}
