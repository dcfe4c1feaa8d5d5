package dev.goldenrod.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A signed attestation as a server sends it.
 *
 * @param signed the text that was signed
 * @param document the whole document
 */
record SignedDocument(String signed, JsonNode document) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ALGORITHM = "Ed25519";
  private static final String CONTEXT = "goldenrod masking attestation, version 1\n";
  private static final String BEGIN = "{\"attestation\":";
  private static final String END = ",\"publicKey\":\"";
  private static final int ID_BYTES = 8;

  private static final Columns FACTS = Columns.named("/fact").with("fact").with("value");

  /** Parses the document, without verifying the signature. */
  static SignedDocument parse(String text) {
    int end = text.lastIndexOf(END);
    if (!text.startsWith(BEGIN) || end < 0) {
      throw refused("the server's answer is no signed attestation");
    }
    try {
      return new SignedDocument(text.substring(BEGIN.length(), end), JSON.readTree(text));
    } catch (JsonProcessingException e) {
      throw refused("the server's answer is no signed attestation");
    }
  }

  /**
   * Checks the signature.
   *
   * @param signer the identifier that the signer must have; null for any
   */
  void requireSigned(@Nullable String signer) {
    String id = signerId();
    if (!hasSignature() || !id.equals(document.path("signerId").asText())) {
      throw refused("the signature does not fit: the attestation was changed after it was signed");
    }
    if (signer != null && !signer.equals(id)) {
      throw refused("the attestation was signed by %s, not by %s".formatted(id, signer));
    }
  }

  private boolean hasSignature() {
    try {
      Signature verifier = Signature.getInstance(ALGORITHM);
      verifier.initVerify(
          KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(publicKey())));
      verifier.update((CONTEXT + signed).getBytes(StandardCharsets.UTF_8));
      return verifier.verify(Base64.getDecoder().decode(document.path("signature").asText()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private byte[] publicKey() {
    return Base64.getDecoder().decode(document.path("publicKey").asText());
  }

  private String signerId() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(publicKey());
      return HexFormat.of().formatHex(digest, 0, ID_BYTES);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return "";
    }
  }

  /** Checks which golden and version it attests. */
  void requireSubject(String subject) {
    String attested = attestation().path("subject").asText();
    if (!attested.equals(subject)) {
      throw refused("this is the attestation of %s, not of %s".formatted(attested, subject));
    }
  }

  /** Checks that at least one check was made, and none found an original. */
  void requirePassed() {
    JsonNode checks = attestation().path("checks");
    long failed =
        ResourceLookup.all(checks).stream().filter(it -> it.path("findings").asLong(1) > 0).count();
    if (checks.isEmpty() || failed > 0) {
      throw refused(checks.isEmpty() ? "nothing was checked" : failed + " checks found originals");
    }
  }

  /** Prints what was masked and checked. */
  void print(Printer printer) {
    if (!printer.isTable()) {
      printer.one(
          document, Columns.named("/attestation/subject").with("SUBJECT", "/attestation/subject"));
      return;
    }
    ArrayNode facts = JsonNodeFactory.instance.arrayNode();
    fact(facts, "version", attestation().path("subject"));
    fact(facts, "signed by", document.path("signerId"));
    fact(facts, "at", attestation().path("issuedAt"));
    fact(facts, "rules (SHA-256)", attestation().path("rulesDigest"));
    fact(facts, "key", attestation().path("keyId"));
    attestation()
        .path("coverage")
        .properties()
        .forEach(entry -> fact(facts, entry.getKey(), entry.getValue()));
    attestation()
        .path("checks")
        .forEach(
            check ->
                facts
                    .addObject()
                    .put("fact", "check " + check.path("name").asText())
                    .put("value", sentence(check)));
    printer.list(facts, FACTS);
  }

  private static String sentence(JsonNode check) {
    return "%s originals found in %s; %s"
        .formatted(
            check.path("findings").asText(), check.path("scope").asText(), check.path("counts"));
  }

  private static void fact(ArrayNode facts, String name, JsonNode value) {
    facts
        .addObject()
        .put("fact", name)
        .put("value", value.isValueNode() ? value.asText() : value.toString());
  }

  private JsonNode attestation() {
    return document.path("attestation");
  }

  private static CliException refused(String problem) {
    return new CliException(ExitCode.REFUSED, problem);
  }
}
