package dev.goldenrod.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The kind and version of a cluster's data plane, as of the last time it was attached.
 *
 * @param kind null when it was never attached, or reports no known kind
 * @param version the release of Goldenrod that runs the data plane, as in {@code 0.1.0}; null when
 *     it was never attached, or reports none
 */
public record DataPlaneRelease(@Nullable DataPlaneKind kind, @Nullable String version) {
  /** The release of a data plane that reports nothing, or was never attached. */
  public static final DataPlaneRelease UNKNOWN = new DataPlaneRelease(null, null);

  /** A local data plane, run by the release of this process. */
  public static final DataPlaneRelease LOCAL = new DataPlaneRelease(DataPlaneKind.LOCAL, null);

  /** A Kubernetes data plane, run by the release of this process. */
  public static final DataPlaneRelease KUBERNETES =
      new DataPlaneRelease(DataPlaneKind.KUBERNETES, null);

  /** Returns a copy with the given version, unless this one has a version already. */
  public DataPlaneRelease orVersion(@Nullable String ofProcess) {
    return version == null ? new DataPlaneRelease(kind, ofProcess) : this;
  }
}
