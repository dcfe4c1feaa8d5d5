package dev.goldenrod.http.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.goldenrod.Timestamps;
import dev.goldenrod.golden.GoldenVersion;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a version was masked, from its attestation.
 *
 * @param keyId the identifier of the key; null if the attestation has none
 * @param attestedAt null if the attestation has no time
 */
record MaskingView(int rulesVersion, @Nullable String keyId, @Nullable String attestedAt) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Returns the view; null for a version that was not masked. */
  static @Nullable MaskingView of(GoldenVersion.@Nullable Masking masking) {
    if (masking == null) {
      return null;
    }
    JsonNode attestation = attestation(masking.attestation());
    return new MaskingView(
        masking.rulesVersion(),
        attestation.path("keyId").asText(null),
        time(attestation.path("issuedAt").asText("")));
  }

  private static JsonNode attestation(String json) {
    try {
      return JSON.readTree(json).path("attestation");
    } catch (JsonProcessingException damaged) {
      return JSON.missingNode();
    }
  }

  private static @Nullable String time(String text) {
    try {
      return Timestamps.text(Instant.parse(text));
    } catch (DateTimeException none) {
      return null;
    }
  }
}
