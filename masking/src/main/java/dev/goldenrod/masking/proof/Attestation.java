package dev.goldenrod.masking.proof;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.masking.rules.CanonicalJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What was masked in a version of a golden, and what was checked. Contains counts and names of
 * checks, no value of a row.
 *
 * @param subject the golden and its version, for example {@code shop@3}
 * @param issuedAt an instant of ISO 8601 in UTC
 * @param rulesDigest SHA-256 of the rules, 64 hexadecimal digits
 * @param keyId the masking key's identifier, not the key
 * @param libraries versions of the libraries whose word lists were used, by name
 * @param coverage what the rules decided on
 * @param checks what was looked for, with the results
 */
public record Attestation(
    String subject,
    String issuedAt,
    String rulesDigest,
    String keyId,
    Map<String, String> libraries,
    Coverage coverage,
    List<Check> checks) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * What the rules decided on.
   *
   * @param rows rows of all tables that were copied
   * @param tables tables whose rows were copied
   * @param tablesWithoutRows tables whose rows were dropped
   * @param masked columns of copied tables that were masked
   * @param kept columns that were copied as they are
   * @param dropped columns that were left out
   * @param computed columns that the golden computes itself
   * @param transformers masked columns by the transformer's name
   */
  public record Coverage(
      long rows,
      long tables,
      long tablesWithoutRows,
      long masked,
      long kept,
      long dropped,
      long computed,
      Map<String, Long> transformers) {
    public Coverage {
      transformers = Map.copyOf(transformers);
    }
  }

  /**
   * One check.
   *
   * @param name for example {@code canary-search}
   * @param scope what was checked, for example {@code all files of the volume}
   * @param counts how much was checked, for example bytes and canaries
   * @param findings how many originals were found; 0 if the check passed
   * @param exempted originals that were found and are common values, by the name of the exemption
   */
  public record Check(
      String name,
      String scope,
      Map<String, Long> counts,
      long findings,
      Map<String, Long> exempted) {
    public Check {
      counts = Map.copyOf(counts);
      exempted = Map.copyOf(exempted);
    }
  }

  /**
   * @throws IllegalArgumentException if the time or a digest has another form
   */
  public Attestation {
    issuedAt = normalized(issuedAt);
    if (!DIGEST.matcher(rulesDigest).matches()) {
      throw new IllegalArgumentException(
          "the rules' digest '%s' must have 64 hexadecimal digits".formatted(rulesDigest));
    }
    libraries = Map.copyOf(libraries);
    checks = List.copyOf(checks);
  }

  private static String normalized(String instant) {
    try {
      return Instant.parse(instant).toString();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "'%s' must be an instant such as 2026-01-31T12:00:00Z".formatted(instant), e);
    }
  }

  /** Returns whether no check found an original, and at least one was made. */
  @JsonIgnore
  public boolean isPassed() {
    return !checks.isEmpty() && checks.stream().allMatch(check -> check.findings() == 0);
  }

  /** Returns the one JSON text of this attestation, which is signed. */
  public String json() {
    return CanonicalJson.of(data());
  }

  Map<String, Object> data() {
    return JSON.convertValue(this, new TypeReference<TreeMap<String, Object>>() {});
  }
}
