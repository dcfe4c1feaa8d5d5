package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An S3 object, which may not exist. All methods throw {@link CliException} if S3 returns an error
 * or does not answer. Not thread-safe.
 */
public final class S3Object {
  /**
   * A range of an object's bytes.
   *
   * @param bytes not copied
   * @param size size of the whole object in bytes
   */
  public record Bytes(byte[] bytes, long size, String etag) {}

  /**
   * An uploaded part of a multipart upload.
   *
   * @param number from 1
   * @param etag the MD5 of the bytes in hexadecimal, unless the object is encrypted with a KMS key
   * @param size in bytes
   */
  public record Part(int number, String etag, long size) {}

  private static final int NOT_FOUND = 404;
  private static final int CHANGED = 412;
  private static final int EMPTY = 416;

  private final S3Address address;
  private final S3Settings settings;
  private final S3Connection connection;

  private S3Object(S3Address address, S3Settings settings) {
    this.address = address;
    this.settings = settings;
    this.connection = new S3Connection(settings, address.bucket());
  }

  /** Returns the object at the address, and warns if the connection to it is not encrypted. */
  public static S3Object open(Session session, String address) {
    S3Object object = of(session.terminal(), S3Address.parse(address));
    if (object.settings.isInClear()) {
      session.warn(
          "%s is transferred over unencrypted HTTP, which others can read".formatted(object));
    }
    return object;
  }

  public static S3Object of(Terminal terminal, S3Address address) {
    return of(address, S3Settings.of(terminal));
  }

  static S3Object of(S3Address address, S3Settings settings) {
    return new S3Object(address, settings);
  }

  /** Reads up to {@code length} bytes at the offset; empty if the object does not exist. */
  public Optional<Bytes> read(long offset, int length) {
    return read(offset, length, "");
  }

  /** Reads like {@link #read(long, int)}, but fails if the object has another ETag. */
  public Optional<Bytes> read(long offset, int length, String etag) {
    S3Request plain =
        object("GET").withHeader("Range", "bytes=%d-%d".formatted(offset, offset + length - 1));
    S3Request request = etag.isEmpty() ? plain : plain.withHeader("If-Match", '"' + etag + '"');
    S3Response answer = connection.send(request);
    if (answer.status() == NOT_FOUND && !answer.code().equals("NoSuchBucket")) {
      return Optional.empty();
    }
    if (answer.status() == EMPTY) {
      return Optional.of(new Bytes(new byte[0], offset, ""));
    }
    if (answer.status() == CHANGED) {
      throw new CliException(
          ExitCode.CONFLICT,
          "%s was replaced in the meantime; the same command starts over".formatted(address));
    }
    return Optional.of(ranged(answer));
  }

  private Bytes ranged(S3Response answer) {
    String size = answer.header("Content-Range").replaceFirst(".*/", "");
    if (answer.status() == S3Response.OK
        || answer.status() == S3Response.PARTIAL && !size.matches("\\d{1,18}")) {
      throw notS3("range");
    }
    requireDone(answer);
    return new Bytes(answer.body(), Long.parseLong(size), answer.etag());
  }

  /** Returns the ids of the unfinished uploads to this object. */
  public List<String> uploads() {
    List<String> ids = new ArrayList<>();
    String key = "";
    String id = "";
    boolean isMore = true;
    while (isMore) {
      S3Request request = S3Request.of("GET", "").with("uploads", "").with("prefix", address.key());
      S3Response.Xml page =
          told(
              key.isEmpty()
                  ? request
                  : request.with("key-marker", key).with("upload-id-marker", id),
              "ListMultipartUploadsResult");
      page.all("Upload").stream()
          .filter(upload -> upload.text("Key").equals(address.key()))
          .forEach(upload -> ids.add(upload.text("UploadId")));
      key = page.text("NextKeyMarker");
      id = page.text("NextUploadIdMarker");
      isMore = page.text("IsTruncated").equals("true") && !key.isEmpty();
    }
    return ids;
  }

  /** Returns the parts uploaded so far. */
  public List<Part> parts(String upload) {
    List<Part> parts = new ArrayList<>();
    boolean isMore = true;
    while (isMore) {
      String last = parts.isEmpty() ? "0" : Integer.toString(parts.get(parts.size() - 1).number());
      S3Response.Xml page =
          told(
              object("GET").with("uploadId", upload).with("part-number-marker", last),
              "ListPartsResult");
      List<Part> more = page.all("Part").stream().map(S3Object::part).toList();
      parts.addAll(more);
      isMore = page.text("IsTruncated").equals("true") && !more.isEmpty();
    }
    return parts;
  }

  private static Part part(S3Response.Xml told) {
    return new Part(
        Integer.parseInt(told.text("PartNumber")),
        told.text("ETag").replace("\"", ""),
        Long.parseLong(told.text("Size")));
  }

  public String begin() {
    String id =
        told(object("POST").with("uploads", ""), "InitiateMultipartUploadResult").text("UploadId");
    if (id.isEmpty()) {
      throw notS3("upload id");
    }
    return id;
  }

  /** Uploads a part, given in pieces, and replaces an existing part of that number. */
  public Part send(String upload, int number, List<byte[]> pieces) {
    S3Request request =
        object("PUT")
            .with("partNumber", Integer.toString(number))
            .with("uploadId", upload)
            .withBody(pieces);
    return new Part(number, requireDone(connection.send(request)).etag(), request.bytes());
  }

  /** Completes the upload and returns true, unless the object exists or the upload does not. */
  public boolean complete(String upload, List<Part> parts) {
    String xml =
        parts.stream()
            .map(
                part ->
                    "<Part><PartNumber>%d</PartNumber><ETag>&quot;%s&quot;</ETag></Part>"
                        .formatted(part.number(), part.etag()))
            .collect(
                Collectors.joining("", "<CompleteMultipartUpload>", "</CompleteMultipartUpload>"));
    S3Response answer =
        connection.send(
            object("POST")
                .with("uploadId", upload)
                .withHeader("If-None-Match", "*")
                .withBody(List.of(xml.getBytes(StandardCharsets.UTF_8))));
    if (answer.status() == CHANGED || answer.code().equals("NoSuchUpload")) {
      return false;
    }
    requireDone(answer);
    return true;
  }

  /** Aborts an upload and deletes its parts, if it exists. */
  public void abort(String upload) {
    S3Response answer = connection.send(object("DELETE").with("uploadId", upload));
    if (answer.status() != NOT_FOUND) {
      requireDone(answer);
    }
  }

  private S3Request object(String method) {
    return S3Request.of(method, address.key());
  }

  private S3Response.Xml told(S3Request request, String root) {
    S3Response answer = requireDone(connection.send(request));
    return S3Response.Xml.read(answer.body(), root).orElseThrow(() -> notS3(root));
  }

  private S3Response requireDone(S3Response answer) {
    if (!answer.isDone()) {
      throw S3ErrorTranslator.of(address, settings, answer);
    }
    return answer;
  }

  private CliException notS3(String what) {
    return new CliException(
        ExitCode.NO_SERVER,
        "%s: the endpoint returned no valid %s; is it S3? Check AWS_ENDPOINT_URL_S3"
            .formatted(address, what));
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
