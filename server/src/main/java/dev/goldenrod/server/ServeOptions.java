package dev.goldenrod.server;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of {@code serve}. Each can be given as a variable GOLDENROD_… of the same words; what
 * can be given several times has an s at the end there, and between its values a colon, or a comma
 * between images.
 */
public final class ServeOptions {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address the API listens on (${DEFAULT-VALUE}).")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7878",
      description = "Port the API listens on (${DEFAULT-VALUE}); 0 takes any free one.")
  int port;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod",
      description = "Where everything is kept (~/.goldenrod).")
  Path dataDir = Path.of("");

  @Option(
      names = "--store-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "jdbc:postgresql: or jdbc:h2: URL of the store; an H2 file in DIR if left out.")
  String storeUrl = "";

  @Option(
      names = "--store-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "User of the store.")
  String storeUser = "";

  @Option(
      names = "--store-password",
      paramLabel = "PASSWORD",
      defaultValue = "",
      description =
          "Its password; rather set GOLDENROD_STORE_PASSWORD, which no process list shows.")
  String storePassword = "";

  @Option(
      names = "--data-plane",
      paramLabel = "KIND",
      defaultValue = "local",
      description = "What runs the databases: local, kubernetes or none (${DEFAULT-VALUE}).")
  DataPlaneKind dataPlane = DataPlaneKind.LOCAL;

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
      names = "--volumes",
      paramLabel = "WAY",
      defaultValue = "",
      description =
          "How volumes are copied: btrfs, rootless-overlay, reflink, xfs-image, overlay or copy; found out by trying if"
              + " left out.")
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
      defaultValue = "2000000000-2000065535",
      description =
          "User ids of the clones when the server is root, each FIRST plus its port"
              + " (${DEFAULT-VALUE}); none for --engine-user for all.")
  String engineUids = "2000000000-2000065535";

  @Option(
      names = "--volatile-clones",
      description =
          "PostgreSQL clones never wait for the disk, as suits tests: the end of the machine may"
              + " damage them. Goldens and databases to keep are as safe as ever.")
  boolean volatileClones;

  /** Whether the embedded store never waits for the disk; of servers for tests alone. */
  boolean volatileStore;

  @Option(
      names = "--import-root",
      paramLabel = "DIR",
      description =
          "Folder below which stopped data directories may be registered as dir: handles; can be given"
              + " several times, and none may be registered if left out.")
  List<Path> importRoots = List.of();

  @Option(
      names = "--orphan-grace",
      paramLabel = "DURATION",
      defaultValue = "7d",
      description =
          "How long what the data plane holds and the store does not know is kept before it is"
              + " deleted, as in 7d or 12h; 0s for not at all (${DEFAULT-VALUE}).")
  String orphanGrace = "7d";

  @Option(
      names = "--accept-older-store",
      description =
          "Start also when the store does not know all that the data plane holds, as a restored backup"
              + " or a copy. Nothing is deleted by it: what the store does not know goes into"
              + " quarantine.")
  boolean acceptOlderStore;

  @Option(
      names = "--reset-caps",
      description =
          "Forget the caps on instances that PATCH /v1/org/quota set: GOLDENROD_MAX_INSTANCES_PER_USER"
              + " and …_PER_ORG hold again, or 10 and 100.")
  boolean resetCaps;

  @Mixin RolloutOptions rollout = new RolloutOptions();

  @Mixin RetentionOptions retention = new RetentionOptions();

  @Mixin KubernetesServeOptions kubernetes = new KubernetesServeOptions();
}
