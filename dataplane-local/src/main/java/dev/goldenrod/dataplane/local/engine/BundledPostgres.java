package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.OptionalLibrary;
import dev.goldenrod.engine.postgres.PostgresDistribution;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The PostgreSQL server on the class path for this platform, as in artifacts of {@code
 * io.zonky.test.postgres}, which have no client tools. Thread-safe.
 */
final class BundledPostgres {
  private static final String VERSION = "/bundled-postgres.properties";

  private final Path engines;
  private final InstallationFinder finder;
  private @Nullable Installation installation;

  BundledPostgres(Path engines, InstallationFinder finder) {
    this.engines = engines;
    this.finder = finder;
  }

  /** Returns the bundled release without unpacking it; empty if unknown or none is bundled. */
  Optional<String> release() {
    return isBundled() ? version().map(version -> version.split("\\.")[0]) : Optional.empty();
  }

  private static boolean isBundled() {
    return BundledPostgres.class.getResource(archive()) != null;
  }

  private static Optional<String> version() {
    Properties told = new Properties();
    try (InputStream content = BundledPostgres.class.getResourceAsStream(VERSION)) {
      if (content != null) {
        told.load(content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + VERSION, e);
    }
    return Optional.ofNullable(told.getProperty("version"));
  }

  /** Unpacks the server on first use; empty if none is bundled for this platform. */
  synchronized Optional<Installation> unpacked() {
    if (installation == null && isBundled()) {
      try {
        Path folder = unpack(archive());
        installation = finder.named(new PostgresDistribution(), folder, Origin.BUNDLED);
      } catch (IOException e) {
        throw new DataPlaneException(
            "cannot unpack the bundled PostgreSQL into %s: %s".formatted(engines, e), e);
      }
    }
    return Optional.ofNullable(installation);
  }

  private static String archive() {
    return archive(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static String archive(String osName, String osArch) {
    String system = osName.startsWith("Mac") ? "darwin" : "linux";
    String machine = osArch.equals("aarch64") ? "arm_64" : "x86_64";
    return "/postgres-%s-%s.txz".formatted(system, machine);
  }

  /** The folder's name has a checksum, so that a new release does not replace one in use. */
  private Path unpack(String archive) throws IOException {
    Path folder = engines.resolve("postgres-" + checksum(archive));
    if (!Files.isDirectory(folder)) {
      OptionalLibrary.COMPRESS.require();
      Path unfinished = engines.resolve(".new-" + UUID.randomUUID());
      try (InputStream content = resource(archive)) {
        ArchiveExtractor.unpackTarXz(content, unfinished);
      }
      Tool.tryRun("sync", "-f", unfinished.toString());
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    }
    return folder;
  }

  private static String checksum(String archive) throws IOException {
    CRC32 checksum = new CRC32();
    try (InputStream content = new CheckedInputStream(resource(archive), checksum)) {
      content.transferTo(OutputStream.nullOutputStream());
    }
    return "%08x".formatted(checksum.getValue());
  }

  private static InputStream resource(String archive) throws IOException {
    InputStream content = BundledPostgres.class.getResourceAsStream(archive);
    if (content == null) {
      throw new IOException(archive + " is no longer on the class path");
    }
    return content;
  }
}
