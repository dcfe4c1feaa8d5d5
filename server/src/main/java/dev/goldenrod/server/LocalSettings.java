package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.dataplane.local.options.UidRange;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The validated settings of the local data plane.
 *
 * @param advertiseHost host in the clones' endpoints; empty for the address they listen on
 * @param volumes how volumes are copied; empty for the best way that works
 * @param engineUser empty for the first user that exists
 * @param engineUids empty to run all engines as one user
 * @param importRoots folders whose data directories may be registered
 * @param volatileClones whether clones never wait for the disk
 */
record LocalSettings(
    String listen,
    String advertiseHost,
    DatabaseTlsSettings databaseTls,
    Optional<String> volumes,
    List<Path> postgresHomes,
    Optional<String> engineUser,
    Optional<UidRange> engineUids,
    List<Path> importRoots,
    boolean volatileClones) {
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "*");

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.:%-]{1,253}|\\[[0-9A-Fa-f:.]+]");

  static LocalSettings of(
      LocalServeOptions options,
      DataPlaneKind dataPlane,
      DatabaseTlsSettings.KindOption databaseTls,
      Environment environment) {
    DatabaseTlsSettings tls = DatabaseTlsSettings.of(databaseTls, dataPlane, options);
    return new LocalSettings(
        listen(options.listen),
        advertiseHost(options.advertiseHost),
        tls,
        Optional.of(options.volumes).filter(way -> !way.isEmpty()).map(LocalSettings::way),
        installations(options.postgresHome),
        Optional.of(options.engineUser).filter(user -> !user.isEmpty()),
        uids(options.engineUids),
        importRoots(options, environment),
        options.volatileClones);
  }

  private static Optional<UidRange> uids(String given) {
    try {
      return given.equals("none") ? Optional.empty() : Optional.of(UidRange.parse(given));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--engine-uids: " + e.getMessage(), e);
    }
  }

  private static String advertiseHost(String given) {
    if (given.isEmpty() || HOST.matcher(given).matches()) {
      return given;
    }
    throw new UsageException("--advertise-host '" + given + "' is not a host name or an address");
  }

  private static String listen(String given) {
    try {
      boolean ours =
          EVERYWHERE.contains(given)
              || NetworkInterface.getByInetAddress(InetAddress.getByName(given)) != null;
      if (ours) {
        return given;
      }
    } catch (IOException e) {
      throw new UsageException(
          "--listen " + given + " is not a valid address: " + e.getMessage(), e);
    }
    throw new UsageException("--listen " + given + " is not an address of this machine");
  }

  LocalOptions options(DataDirectory directory) {
    LocalOptions.Builder builder = LocalOptions.builder(directory);
    databaseTls.applyTo(builder);
    return builder
        .listen(listen)
        .advertiseHost(host())
        .postgresHomes(postgresHomes)
        .volumes(volumes.orElse(null))
        .engineUser(engineUser.orElse(null))
        .engineUids(engineUids.orElse(null))
        .importRoots(importRoots)
        .volatileClones(volatileClones)
        .build();
  }

  /**
   * Returns the authorities of the databases' certificates, as PEM; empty without TLS.
   *
   * @throws dev.goldenrod.port.DataPlaneException if a file cannot be used
   */
  Optional<String> authorities(DataDirectory directory) {
    return databaseTls.authorities(directory, host());
  }

  private String host() {
    return advertiseHost.isEmpty() ? hostOf(listen) : advertiseHost;
  }

  /** Returns the address or, for a wildcard address, this machine's host name. */
  private static String hostOf(String listen) {
    if (!EVERYWHERE.contains(listen)) {
      return listen;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new UsageException(
          "--listen " + listen + " needs --advertise-host: this machine's name is unknown", e);
    }
  }

  private static String way(String given) {
    List<String> ways = LocalOptions.volumeKinds();
    if (ways.contains(given)) {
      return given;
    }
    throw new UsageException("--volumes " + given + " must be one of " + String.join(", ", ways));
  }

  private static List<Path> installations(String given) {
    return Stream.of(given.split(File.pathSeparator))
        .filter(home -> !home.isEmpty())
        .map(Path::of)
        .map(home -> directory("--postgres-home", home))
        .toList();
  }

  private static List<Path> importRoots(LocalServeOptions options, Environment environment) {
    List<String> words = options.importRoots.stream().map(Path::toString).toList();
    Stream<Path> given = environment.values("--import-root", words).stream().map(Path::of);
    return given.map(root -> directory("--import-root", root)).toList();
  }

  private static Path directory(String option, Path path) {
    if (Files.isDirectory(path)) {
      return path.toAbsolutePath().normalize();
    }
    throw new UsageException(option + " " + path + " is not a directory");
  }
}
