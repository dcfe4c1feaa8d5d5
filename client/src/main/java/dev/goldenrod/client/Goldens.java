package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Goldens, the templates of clones, and their versions. Thread-safe. */
public final class Goldens {
  private final TypedApi api;

  Goldens(TypedApi api) {
    this.api = api;
  }

  /** Registers existing data as the next version of a golden. */
  public RegisteredVersion registerVersion(RegisterVersionRequest request) {
    return api.post("/v1/snapshots/versions", request, RegisteredVersion.class);
  }

  /** Returns the goldens that the caller may see. */
  public List<Golden> list() {
    return api.list("/v1/snapshots", "snapshots", Golden.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<Golden> stream() {
    return api.pages("/v1/snapshots", "snapshots", Golden.class);
  }

  /** Returns the versions of a golden. */
  public List<GoldenVersion> versions(String id) {
    return api.list(path(id) + "/versions", "versions", GoldenVersion.class);
  }

  /** Makes a golden visible to the whole organization, or to admins only. */
  public void share(String id, boolean isShared) {
    api.post(path(id) + "/share", Map.of("shared", isShared));
  }

  /** Enables or disables deletion protection. */
  public Golden protect(String id, boolean isProtected) {
    return api.patch(path(id), Map.of("protected", isProtected), Golden.class);
  }

  /** Sets whether versions that were not masked are refused. */
  public Golden requireMasking(String id, boolean isRequired) {
    return api.patch(path(id), Map.of("require_masking", isRequired), Golden.class);
  }

  /** Returns the signed attestation of a version's masking, as JSON text. */
  public String attestation(String id, int version) {
    return api.getText(path(id) + "/versions/" + version + "/attestation");
  }

  /** Deletes a golden without clones. Returns before its data is removed. */
  public void delete(String id) {
    api.delete(path(id));
  }

  /** Deletes a golden and all its clones. Returns before they are removed. */
  public void deleteWithClones(String id) {
    api.delete(path(id) + "?force=true");
  }

  private static String path(String id) {
    return TypedApi.path("/v1/snapshots/", id);
  }

  /**
   * A golden.
   *
   * @param substrate one of postgres, mysql, mongodb
   * @param shareScope one of admin, org
   * @param latestVersion the newest ready version; 0 if there is none
   * @param isProtected whether deletion is refused
   * @param requireMasking whether versions that were not masked are refused
   */
  public record Golden(
      String id,
      String name,
      String substrate,
      String shareScope,
      int latestVersion,
      @JsonProperty("protected") boolean isProtected,
      boolean requireMasking,
      Instant createdAt) {}

  /**
   * A version of a golden.
   *
   * @param status one of reserved, ready
   * @param cluster name of the cluster with the data; null if any cluster can provide it, or if
   *     that cluster was deleted
   * @param masking how the version was masked; null if it was not
   */
  public record GoldenVersion(
      int version,
      String status,
      String sourceRef,
      long sizeBytes,
      @Nullable String cluster,
      @Nullable VersionMasking masking,
      Instant createdAt) {}

  /**
   * How a version was masked.
   *
   * @param rulesVersion version of the source's rules
   * @param keyId identifier of the masking key; null if the attestation names none
   * @param attestedAt null if the attestation has no time
   */
  public record VersionMasking(
      int rulesVersion, @Nullable String keyId, @Nullable Instant attestedAt) {}

  /**
   * How the version was masked that an instance or database is a copy of.
   *
   * @param rulesVersion version of the source's rules
   * @param attestation path of the version's attestation
   */
  public record CopyMasking(int rulesVersion, String attestation) {}

  /** A newly registered version. */
  public record RegisteredVersion(String snapshotId, int version) {}

  /**
   * Request body of {@code registerVersion}.
   *
   * @param substrate one of postgres, mysql, mongodb
   */
  public record RegisterVersionRequest(
      String name,
      String substrate,
      @Nullable String sourceRef,
      String vscHandle,
      @Nullable Long sizeBytes) {
    /** Returns a request with only the required fields. */
    public static RegisterVersionRequest of(String name, String substrate, String vscHandle) {
      return new RegisterVersionRequest(name, substrate, null, vscHandle, null);
    }

    /** Returns a copy with the given {@code source_ref}. */
    public RegisterVersionRequest withSourceRef(String sourceRef) {
      return new RegisterVersionRequest(name, substrate, sourceRef, vscHandle, sizeBytes);
    }

    /** Returns a copy with the given {@code size_bytes}. */
    public RegisterVersionRequest withSizeBytes(long sizeBytes) {
      return new RegisterVersionRequest(name, substrate, sourceRef, vscHandle, sizeBytes);
    }
  }
}
