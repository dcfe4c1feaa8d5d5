package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.dataplane.k8s.template.PodTemplate;
import java.nio.file.Path;

/** Paths and names in the pods of databases and imports. */
public final class PodLayout {
  /** The name of a pod's only container. */
  public static final String CONTAINER = PodTemplate.CONTAINER;

  public static final Path VOLUME = Path.of("/goldenrod/volume");

  /** The engine's data directory, on the volume. */
  public static final Path DATA = VOLUME.resolve("data");

  /** A file that marks the data as one on which a server may start. */
  public static final Path PREPARED = VOLUME.resolve("prepared");

  /** The configuration and the start script; read-only. */
  public static final Path CONFIGURATION = Path.of("/goldenrod/config");

  /** The server's certificate and its authorities; read-only. */
  public static final Path TLS = Path.of("/goldenrod/tls");

  /** Certificate and key, in {@link #TLS}. */
  public static final String TLS_IDENTITY = "server.pem";

  /** The authorities' certificates, in {@link #TLS}. */
  public static final String TLS_AUTHORITY = "authority.pem";

  /** Files of tools. */
  public static final Path SCRATCH = Path.of("/goldenrod/scratch");

  /** Files with secrets, in memory only. */
  public static final Path PRIVATE = Path.of("/goldenrod/private");

  /** The script that a database's container runs. */
  public static final String START = "start.sh";

  /** The user and group of all processes; in the official images it is the engine's. */
  public static final long USER = 999;

  private PodLayout() {}
}
