package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Checks that a directory is a PostgreSQL data directory that can be copied and started elsewhere.
 * Methods throw a {@link DataPlaneException} if not, whose message names the registered directory
 * and a remedy, but reveals no content of a file.
 */
final class PhysicalImportCheck {
  /** Offset in pg_control since version 8.0, after the identifier and two version numbers. */
  private static final int STATE_AT = 16;

  private static final int STATE_BYTES = 4;
  private static final int SHUT_DOWN = 1;
  private static final int SHUT_DOWN_IN_RECOVERY = 2;
  private static final int LONGEST_VERSION = 8;

  private final Path registered;
  private final String label;

  /** Creates a check whose messages name the registered directory. */
  PhysicalImportCheck(Path registered) {
    this(registered, "'dir:%s'".formatted(OneLine.of(registered.toString())));
  }

  private PhysicalImportCheck(Path registered, String label) {
    this.registered = registered;
    this.label = label;
  }

  /** Creates a check of a directory that came in an archive. */
  static PhysicalImportCheck ofArchive(Path copy) {
    return new PhysicalImportCheck(copy, "the archive's data directory");
  }

  /** Checks the file names in the registered directory, which may change, and opens no file. */
  void requireWorthCopying() {
    requireFile(
        registered.resolve("PG_VERSION"),
        "is not a PostgreSQL data directory: it has no regular file PG_VERSION");
    requireLayout(registered);
  }

  /** Reads the copy, which no other process can change, and returns its major version. */
  int requireUsable(Path copy) {
    int major = major(copy.resolve("PG_VERSION"));
    requireLayout(copy);
    requireShutDown(copy.resolve("global").resolve("pg_control"));
    return major;
  }

  /** Checks a copy of one moment, which a server can recover, and returns its major version. */
  int requireUsableMoment(Path copy) {
    int major = major(copy.resolve("PG_VERSION"));
    requireLayout(copy);
    return major;
  }

  private void requireLayout(Path directory) {
    if (Files.exists(directory.resolve("postmaster.pid"), LinkOption.NOFOLLOW_LINKS)) {
      throw refusal("is in use: it contains postmaster.pid; stop its server cleanly first");
    }
    requireFile(
        directory.resolve("global").resolve("pg_control"),
        "is not a PostgreSQL data directory: it has no regular file global/pg_control");
    requireEmpty(
        directory.resolve("pg_tblspc"),
        "has tablespaces outside of it; move their tables into pg_default");
    requireEmpty(
        directory.resolve("pg_twophase"),
        "has prepared transactions; commit them or roll them back");
  }

  private void requireFile(Path file, String otherwise) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal(otherwise);
    }
  }

  private int major(Path file) {
    String version = new String(begin(file, LONGEST_VERSION), StandardCharsets.US_ASCII).strip();
    if (!version.matches("[0-9]{1,3}")) {
      throw refusal("has a PG_VERSION that is not a number; PostgreSQL 13 or newer is required");
    }
    return Integer.parseInt(version);
  }

  private void requireShutDown(Path file) {
    byte[] begin = begin(file, STATE_AT + STATE_BYTES);
    if (begin.length < STATE_AT + STATE_BYTES) {
      throw refusal("has a global/pg_control that is too short; restore it from a backup");
    }
    int state = ByteBuffer.wrap(begin).order(ByteOrder.nativeOrder()).getInt(STATE_AT);
    if (state == SHUT_DOWN_IN_RECOVERY) {
      throw refusal("belongs to a standby; promote it, and then stop it cleanly");
    }
    if (state != SHUT_DOWN) {
      throw refusal("was not shut down cleanly; start its server once, and stop it cleanly");
    }
  }

  private void requireEmpty(Path folder, String otherwise) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal(
          "is not a PostgreSQL data directory: it has no folder %s"
              .formatted(folder.getFileName()));
    }
    try (Stream<Path> entries = Files.list(folder)) {
      if (entries.findAny().isPresent()) {
        throw refusal(otherwise);
      }
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private byte[] begin(Path file, int length) {
    try (InputStream input = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return input.readNBytes(length);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private DataPlaneException unreadable(Path file, IOException e) {
    return new DataPlaneException(
        "%s cannot be cloned: %s is not readable: %s"
            .formatted(label, file.getFileName(), OneLine.of(e.toString())),
        e);
  }

  private DataPlaneException refusal(String why) {
    return new DataPlaneException("%s cannot be cloned: it %s".formatted(label, why));
  }
}
