package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.LocalOptions;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code serve} for the local data plane. */
final class LocalServeOptions {
  static final class VolumeKinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return LocalOptions.volumeKinds().iterator();
    }
  }

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address that databases and clones listen on (${DEFAULT-VALUE}).")
  String listen = "127.0.0.1";

  @Option(
      names = "--advertise-host",
      paramLabel = "HOST",
      defaultValue = "",
      description =
          "Host name in the endpoints of databases and clones (the address that they"
              + " listen on).")
  String advertiseHost = "";

  @Option(
      names = "--database-tls-cert",
      paramLabel = "FILE",
      description =
          "PEM file with the databases' certificate and its intermediate certificates; read again"
              + " when it changes.")
  @Nullable Path databaseTlsCert;

  @Option(
      names = "--database-tls-key",
      paramLabel = "FILE",
      description = "PEM file with the private key of --database-tls-cert, without a password.")
  @Nullable Path databaseTlsKey;

  @Option(
      names = "--database-tls-ca",
      paramLabel = "FILE",
      description =
          "PEM file with the authorities to verify --database-tls-cert against (the certificates in"
              + " that file).")
  @Nullable Path databaseTlsCa;

  @Option(
      names = "--volumes",
      paramLabel = "KIND",
      defaultValue = "",
      completionCandidates = VolumeKinds.class,
      description =
          "How volumes are copied: one of ${COMPLETION-CANDIDATES} (the best that works on this"
              + " machine).")
  String volumes = "";

  @Option(
      names = "--postgres-home",
      paramLabel = "DIR",
      defaultValue = "",
      description =
          "PostgreSQL installation, a folder with bin/postgres; separate several by : (the"
              + " installed versions).")
  String postgresHome = "";

  @Option(
      names = "--engine-user",
      paramLabel = "USER",
      defaultValue = "",
      description =
          "User that engines run as if the server is root (goldenrod, which is created, else"
              + " postgres or nobody).")
  String engineUser = "";

  @Option(
      names = "--engine-uids",
      paramLabel = "FIRST-LAST",
      defaultValue = "2000000000-2099999999",
      description =
          "Range of user ids for clones if the server is root, used one after the other"
              + " (${DEFAULT-VALUE}); none to run all clones as --engine-user.")
  String engineUids = "2000000000-2099999999";

  @Option(
      names = "--volatile-clones",
      description =
          "Let PostgreSQL clones never wait for the disk, which is faster for tests: a crash of the"
              + " machine may damage them. Goldens and other databases are not affected.")
  boolean volatileClones;

  @Option(
      names = "--import-root",
      paramLabel = "DIR",
      description =
          "Folder below which stopped data directories may be registered as dir: handles (none);"
              + " can be given several times.")
  List<Path> importRoots = List.of();
}
