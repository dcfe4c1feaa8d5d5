package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.dataplane.k8s.template.PodTemplate;
import java.nio.file.Path;

/** Where things are in the pods of databases and imports. */
public final class PodLayout {
  /** The name of a pod's only container. */
  public static final String CONTAINER = PodTemplate.CONTAINER;

  /** Where the volume is mounted. */
  public static final Path VOLUME = Path.of("/goldenrod/volume");

  /** The engine's data directory, on the volume. */
  public static final Path DATA = VOLUME.resolve("data");

  /** The file that tells that a server may start on the data. */
  public static final Path PREPARED = VOLUME.resolve("prepared");

  /** The configuration and the script that starts the server; read-only. */
  public static final Path CONFIGURATION = Path.of("/goldenrod/config");

  /** The server's certificate and what it is known by; read-only. */
  public static final Path TLS = Path.of("/goldenrod/tls");

  /** In that folder: certificate and key. */
  public static final String TLS_IDENTITY = "server.pem";

  /** In that folder: the authorities' certificates. */
  public static final String TLS_AUTHORITY = "authority.pem";

  /** What tools work with. */
  public static final Path SCRATCH = Path.of("/goldenrod/scratch");

  /** Files with secrets, which no disk ever has. */
  public static final Path PRIVATE = Path.of("/goldenrod/private");

  /** The script that a database's container runs. */
  public static final String START = "start.sh";

  /** The user and group that everything runs as; the official images know it as the engine's. */
  public static final long USER = 999;

  private PodLayout() {}
}
