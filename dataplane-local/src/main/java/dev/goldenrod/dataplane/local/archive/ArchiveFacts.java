package dev.goldenrod.dataplane.local.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.ArchiveRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What an archive tells of itself, in its first file.
 *
 * @param format 1; a later one is unknown here
 * @param engine as in {@code postgresql}
 * @param release as in {@code 15}
 * @param database the name of the one that the snapshot is of; may be empty
 * @param files how many files and directories follow
 * @param bytes of those files together
 * @param system as in {@code Linux}
 * @param architecture as in {@code amd64}
 * @param libc as in {@code glibc 2.36}, by which texts are in order; empty where that is unknown
 */
record ArchiveFacts(
    int format,
    String engine,
    String release,
    UUID snapshot,
    String database,
    long files,
    long bytes,
    String system,
    String architecture,
    String libc) {
  static final String FILE = "goldenrod-archive.json";
  static final int FORMAT = 1;

  private static final Pattern PLAIN = Pattern.compile("[ -~]{0,500}");

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

  /** Of a snapshot on this machine. */
  static ArchiveFacts here(
      String engine, String release, UUID snapshot, String database, long files, long bytes) {
    return new ArchiveFacts(
        FORMAT,
        engine,
        release,
        snapshot,
        database,
        files,
        bytes,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Libc.NAME);
  }

  static ArchiveFacts parse(byte[] json) {
    try {
      return JSON.readValue(json, ArchiveFacts.class).require();
    } catch (IOException e) {
      throw new ArchiveRefusedException(FILE + " of the archive is damaged, or of a later release");
    }
  }

  private ArchiveFacts require() {
    if (!PLAIN.matcher(engine + release + database + system + architecture + libc).matches()) {
      throw new ArchiveRefusedException(FILE + " of the archive is damaged");
    }
    if (format != FORMAT) {
      throw new ArchiveRefusedException(
          "the archive is of format %d, and this release knows format %d; use a later release"
              .formatted(format, FORMAT));
    }
    if (!architecture.equals(System.getProperty("os.arch"))) {
      throw new ArchiveRefusedException(
          "the archive was made on %s, and this machine is %s, where its files cannot be read; dump the database instead"
              .formatted(architecture, System.getProperty("os.arch")));
    }
    return this;
  }

  /** What may be wrong with the data on this machine; empty when nothing is known to be. */
  Optional<String> warning() {
    return libc.equals(Libc.NAME)
        ? Optional.empty()
        : Optional.of(
            "the archive was made with %s, and this machine has %s, which may order texts in another way: run REINDEX DATABASE in a clone before you rely on indexes of texts"
                .formatted(named(libc), named(Libc.NAME)));
  }

  private static String named(String libc) {
    return libc.isEmpty() ? "an unknown C library" : libc;
  }

  byte[] json() {
    try {
      return (JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n")
          .getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Libc {
    private static final Tool.Result TOLD = Tool.tryRun("getconf", "GNU_LIBC_VERSION");
    static final String NAME = TOLD.succeeded() ? TOLD.output() : "";

    private Libc() {}
  }
}
