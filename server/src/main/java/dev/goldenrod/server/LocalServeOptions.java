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
      description = "Address the clones listen on (${DEFAULT-VALUE}).")
  String listen = "127.0.0.1";

  @Option(
      names = "--advertise-host",
      paramLabel = "HOST",
      defaultValue = "",
      description = "Host name in the clones' endpoints; the address they listen on if left out.")
  String advertiseHost = "";

  @Option(
      names = "--database-tls-cert",
      paramLabel = "FILE",
      description =
          "PEM file with the databases' certificate and those that lead to its authority, read again"
              + " when it changes.")
  @Nullable Path databaseTlsCert;

  @Option(
      names = "--database-tls-key",
      paramLabel = "FILE",
      description = "PEM file with the key of --database-tls-cert, without a password.")
  @Nullable Path databaseTlsKey;

  @Option(
      names = "--database-tls-ca",
      paramLabel = "FILE",
      description =
          "PEM file with the authorities by which clients know --database-tls-cert; what that file"
              + " has if left out.")
  @Nullable Path databaseTlsCa;

  @Option(
      names = "--volumes",
      paramLabel = "WAY",
      defaultValue = "",
      completionCandidates = VolumeKinds.class,
      description =
          "How volumes are copied, one of ${COMPLETION-CANDIDATES}; found out by trying if left out.")
  String volumes = "";

  @Option(
      names = "--postgres-home",
      paramLabel = "DIR",
      defaultValue = "",
      description =
          "Folder with bin/postgres, or several with : between; what is installed if"
              + " left out.")
  String postgresHome = "";

  @Option(
      names = "--engine-user",
      paramLabel = "USER",
      defaultValue = "",
      description =
          "User that engines run as when the server is root; goldenrod, which is created, else"
              + " postgres or nobody if left out.")
  String engineUser = "";

  @Option(
      names = "--engine-uids",
      paramLabel = "FIRST-LAST",
      defaultValue = "2000000000-2099999999",
      description =
          "User ids of the clones when the server is root, used one after the other"
              + " (${DEFAULT-VALUE}); none for --engine-user for all.")
  String engineUids = "2000000000-2099999999";

  @Option(
      names = "--volatile-clones",
      description =
          "PostgreSQL clones never wait for the disk, as suits tests: the end of the machine may"
              + " damage them. Goldens and databases to keep are as safe as ever.")
  boolean volatileClones;

  @Option(
      names = "--import-root",
      paramLabel = "DIR",
      description =
          "Folder below which stopped data directories may be registered as dir: handles; can be given"
              + " several times, and none may be registered if left out.")
  List<Path> importRoots = List.of();
}
