package dev.goldenrod.dataplane.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.port.ArchiveRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first file of an archive, which describes its content.
 *
 * @param format 1; this release reads no other
 * @param engine API type name, such as {@code postgresql}
 * @param release such as {@code 15}
 * @param database the name of the database that the snapshot was taken of; may be empty
 * @param files number of files and directories that follow
 * @param bytes total size of those files
 * @param system such as {@code Linux}
 * @param architecture such as {@code amd64}
 * @param libc such as {@code glibc 2.36}, whose collations sorted the text; empty if unknown
 */
public record ArchiveFacts(
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

  /** Far above the size of any real database. */
  private static final long MOST_FILES = 100_000_000;

  private static final long MOST_BYTES = 1L << 50;
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveFacts.class);
  private static final Pattern PLAIN = Pattern.compile("[ -~]{0,500}");

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

  static ArchiveFacts of(Origin origin, long files, long bytes) {
    return new ArchiveFacts(
        FORMAT,
        origin.engine(),
        origin.release(),
        origin.snapshot(),
        origin.database(),
        files,
        bytes,
        origin.platform().system(),
        origin.platform().architecture(),
        origin.platform().libc());
  }

  /**
   * The platform of a database server.
   *
   * @param system such as {@code Linux}
   * @param architecture as Java names it, such as {@code amd64}
   * @param libc such as {@code glibc 2.36}, whose collations sort text; empty if unknown
   */
  public record Platform(String system, String architecture, String libc) {
    public Platform {
      Objects.requireNonNull(system);
      Objects.requireNonNull(architecture);
      Objects.requireNonNull(libc);
    }
  }

  /**
   * What an archive is made from.
   *
   * @param engine API type name, such as {@code postgresql}
   * @param release such as {@code 15}
   * @param database the name of the database that the snapshot was taken of; may be empty
   */
  public record Origin(
      String engine, String release, UUID snapshot, String database, Platform platform) {}

  static ArchiveFacts parse(byte[] json) {
    try {
      ArchiveFacts facts = JSON.readValue(json, ArchiveFacts.class);
      if (facts != null) {
        return facts.require();
      }
    } catch (IOException e) {
      LOG.debug("Cannot parse the description of an archive", e);
    }
    throw new ArchiveRefusedException(FILE + " in the archive is damaged or from a later release");
  }

  private ArchiveFacts require() {
    boolean isPossible = files >= 0 && files <= MOST_FILES && bytes >= 0 && bytes <= MOST_BYTES;
    if (!isPossible
        || !PLAIN.matcher(engine + release + database + system + architecture + libc).matches()) {
      throw new ArchiveRefusedException(FILE + " in the archive is damaged");
    }
    if (format != FORMAT) {
      throw new ArchiveRefusedException(
          "the archive has format %d, but this release reads format %d; use a later release"
              .formatted(format, FORMAT));
    }
    return this;
  }

  /** Refuses the archive if a server on the given platform cannot read its files. */
  void requireReadable(Platform here) {
    if (!architecture.equals(here.architecture())) {
      throw new ArchiveRefusedException(
          "the archive was made on %s, and clones run on %s here, which cannot read its files; dump the database instead"
              .formatted(architecture, here.architecture()));
    }
  }

  /** Returns a warning if text may be sorted differently on the given platform. */
  public Optional<String> warning(Platform here) {
    return libc.equals(here.libc())
        ? Optional.empty()
        : Optional.of(
            "the archive was made with %s, but clones run with %s here, which may sort text differently: run REINDEX DATABASE in a clone before you rely on indexes of text columns"
                .formatted(named(libc), named(here.libc())));
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
}
