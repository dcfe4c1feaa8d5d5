package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Goldens, which clones are of, and their versions. Thread-safe. */
public final class Goldens {
  private final TypedApi api;

  Goldens(TypedApi api) {
    this.api = api;
  }

  /** Registers data that is there already as a golden's next version. */
  public RegisteredVersion registerVersion(RegisterVersionRequest request) {
    return api.post("/v1/snapshots/versions", request, RegisteredVersion.class);
  }

  /** Those that the caller sees. */
  public List<Golden> list() {
    return api.list("/v1/snapshots", "snapshots", Golden.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<Golden> stream() {
    return api.pages("/v1/snapshots", "snapshots", Golden.class);
  }

  /** The versions of the one of that id. */
  public List<GoldenVersion> versions(String id) {
    return api.list(path(id) + "/versions", "versions", GoldenVersion.class);
  }

  /** Shows it to the whole organisation, or to admins alone. */
  public void share(String id, boolean isShared) {
    api.post(path(id) + "/share", Map.of("shared", isShared));
  }

  /** Has its deletion be refused, or no longer. */
  public Golden protect(String id, boolean isProtected) {
    return api.patch(path(id), Map.of("protected", isProtected), Golden.class);
  }

  /** Deletes one that has no clones; returns before its data is gone. */
  public void delete(String id) {
    api.delete(path(id));
  }

  /** Deletes one with all its clones; returns before they are gone. */
  public void deleteWithClones(String id) {
    api.delete(path(id) + "?force=true");
  }

  private static String path(String id) {
    return TypedApi.path("/v1/snapshots/", id);
  }

  /**
   * A lineage of versions.
   *
   * @param substrate one of postgres, mysql, mongodb
   * @param shareScope one of admin, org
   * @param latestVersion the newest ready version; 0 if there is none
   * @param isProtected whether its deletion is refused
   */
  public record Golden(
      String id,
      String name,
      String substrate,
      String shareScope,
      int latestVersion,
      @JsonProperty("protected") boolean isProtected,
      Instant createdAt) {}

  /**
   * A version of a golden.
   *
   * @param status one of reserved, ready
   * @param cluster the name of the cluster that holds the data; null when any cluster can have it,
   *     or that one was deleted
   */
  public record GoldenVersion(
      int version,
      String status,
      String sourceRef,
      long sizeBytes,
      @Nullable String cluster,
      Instant createdAt) {}

  /** A new version. */
  public record RegisteredVersion(String snapshotId, int version) {}

  /**
   * What {@code registerVersion} takes.
   *
   * @param substrate one of postgres, mysql, mongodb
   */
  public record RegisterVersionRequest(
      String name,
      String substrate,
      @Nullable String sourceRef,
      String vscHandle,
      @Nullable Long sizeBytes) {
    /** With what has to be said. */
    public static RegisterVersionRequest of(String name, String substrate, String vscHandle) {
      return new RegisterVersionRequest(name, substrate, null, vscHandle, null);
    }

    /** With that {@code source_ref}. */
    public RegisterVersionRequest withSourceRef(String sourceRef) {
      return new RegisterVersionRequest(name, substrate, sourceRef, vscHandle, sizeBytes);
    }

    /** With that {@code size_bytes}. */
    public RegisterVersionRequest withSizeBytes(long sizeBytes) {
      return new RegisterVersionRequest(name, substrate, sourceRef, vscHandle, sizeBytes);
    }
  }
}
