package dev.goldenrod.http.testkit;

import dev.goldenrod.port.SnapshotArchives;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Rows for the export of snapshots and the import of archives. */
final class ArchiveRows {
  private static final String NEW = "3d4f0a52-4b0c-4f4b-8d57-0e2f8f0f6a01";
  private static final String WHOLE = "3d4f0a52-4b0c-4f4b-8d57-0e2f8f0f6a02";
  private static final String READ = "GET /v1/snapshots/%s";

  private ArchiveRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of("", "ann", READ.formatted("$dbSnapshot/archive"), "", 200, "gzip:"),
        Row.of("last", "ann", READ.formatted("$dbSnapshot/archive?part=1"), "", 200, "gzip:"),
        read(
            "ann",
            "$dbSnapshot/archive?part=2",
            409,
            "conflict: the archive has parts 0 and 1, but no part 2"),
        read("ann", "$dbSnapshot/archive?part=x", 400, "invalid input: bad part"),
        read("ann", "x/archive", 400, "invalid input: bad id"),
        read("ann", "$none/archive", 404, "not found"),
        read("bob", "$dbSnapshot/archive", 403, "forbidden"),
        read("admin", "$dbSnapshot/archive", 403, "forbidden"),
        Row.of(
            "nothing of it",
            "admin",
            "GET /v1/archives/$none",
            "",
            200,
            view("$none", "receiving", 0, "")),
        archive("GET /v1/archives/x", 400, "invalid input: bad id"),
        Row.of(
            "",
            "admin",
            "PUT /v1/archives/" + NEW + "?offset=0",
            "archive",
            200,
            view(NEW, "receiving", 7, "")),
        archive(
            "PUT /v1/archives/" + NEW + "?offset=9",
            409,
            "conflict: archive " + NEW + " has 7 bytes, not 9"),
        archive("PUT /v1/archives/" + NEW + "?offset=x", 400, "invalid input: bad offset"),
        Row.of(
            "is none",
            "admin",
            "PUT /v1/archives/" + NEW + "/golden",
            "{'name':'brought'}",
            202,
            view(NEW, "failed", 0, "the archive is incomplete or was altered")),
        Row.of(
                "",
                "admin",
                "PUT /v1/archives/" + WHOLE + "/golden",
                "{'name':'brought'}",
                201,
                registered())
            .given(ArchiveRows::bringIn, server -> {}),
        Row.of("is a version already", "admin", "GET /v1/archives/" + WHOLE, "", 200, registered()),
        Row.refused(
            "", "admin", "PUT /v1/archives/$none/golden", "{", 400, "invalid input: bad body"));
  }

  private static Row read(String who, String snapshot, int status, String error) {
    return Row.refused("", who, READ.formatted(snapshot), "", status, error);
  }

  private static Row archive(String request, int status, String error) {
    return Row.refused(
        "", "admin", request, request.startsWith("GET") ? "" : "more", status, error);
  }

  private static String registered() {
    return view(WHOLE, "ready", 0, "")
        .replace("'snapshot_id':null", "'snapshot_id':'<uuid>'")
        .replace("'version':null", "'version':1");
  }

  private static String view(String id, String status, long bytes, String message) {
    return "{'id':'%s','status':'%s','received_bytes':%d,'message':'%s','snapshot_id':null,'version':null}"
        .formatted(id, status, bytes, message);
  }

  /** Uploads the archive of another snapshot, as a client would. */
  private static void bringIn(TestServer server) {
    SnapshotArchives archives = server.dataPlane.archives();
    UUID snapshot = UUID.fromString(server.fixtures.of("dbSnapshot"));
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(archives.read(snapshot, 0).bytes());
    whole.writeBytes(archives.read(snapshot, 1).bytes());
    whole.writeBytes(packed("sha256 " + sha256(inflated(whole.toByteArray())) + "\n"));
    archives.append(UUID.fromString(WHOLE), 0, whole.toByteArray());
  }

  private static byte[] inflated(byte[] packed) {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return gzip.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
