package dev.goldenrod.cluster;

import org.jspecify.annotations.Nullable;

/**
 * What a cluster's data plane is, as it was attached last.
 *
 * @param kind null when it was never attached, or tells none of the known ones
 * @param version the release of Goldenrod that runs it, as in {@code 0.1.0}; null when it was never
 *     attached, or tells none
 */
public record DataPlaneRelease(@Nullable DataPlaneKind kind, @Nullable String version) {
  /** That of a data plane that tells nothing, or was never attached. */
  public static final DataPlaneRelease UNKNOWN = new DataPlaneRelease(null, null);

  /** That of a local one, which the release of this process runs. */
  public static final DataPlaneRelease LOCAL = new DataPlaneRelease(DataPlaneKind.LOCAL, null);

  /** That of one on Kubernetes, which the release of this process runs. */
  public static final DataPlaneRelease KUBERNETES =
      new DataPlaneRelease(DataPlaneKind.KUBERNETES, null);

  /** The same, which that release runs unless it tells another one itself. */
  public DataPlaneRelease orVersion(@Nullable String ofProcess) {
    return version == null ? new DataPlaneRelease(kind, ofProcess) : this;
  }
}
