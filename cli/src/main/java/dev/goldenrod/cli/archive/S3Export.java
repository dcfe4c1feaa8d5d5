package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.s3.S3Object;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An export target that writes an archive to S3 as a multipart upload; S3 creates the object when
 * the upload is completed. A repeated command compares each part with the unfinished upload by its
 * MD5, because S3 cannot return uploaded parts, and sends only those that differ. Not thread-safe.
 */
final class S3Export implements ExportTarget {
  private static final long PART_BYTES = 8 << 20;
  private static final long ARCHIVE_PART_BYTES = 5 << 20;

  /** S3 allows 10,000 parts; parts become somewhat larger than {@code partBytes}. */
  private static final int MOST_PARTS = 9_000;

  private final S3Object object;
  private final MessageDigest digest = Digests.sha256();
  private final List<byte[]> pending = new ArrayList<>();
  private final List<S3Object.Part> sent = new ArrayList<>();
  private long partBytes = PART_BYTES;
  private String upload = "";
  private Map<Integer, S3Object.Part> known = Map.of();

  private S3Export(S3Object object) {
    this.object = object;
  }

  /**
   * @param isRestart whether to abort earlier unfinished uploads to the object
   * @throws CliException if the object already exists
   */
  static S3Export open(S3Object object, boolean isRestart) {
    if (object.read(0, 1).isPresent()) {
      throw alreadyExists(object);
    }
    if (isRestart) {
      object.uploads().forEach(object::abort);
    }
    return new S3Export(object);
  }

  private static CliException alreadyExists(S3Object object) {
    return new CliException(
        ExitCode.CONFLICT,
        "'%s' already exists; delete it, or choose another name".formatted(object));
  }

  @Override
  public int resume(byte[] first, int parts) {
    partBytes = Math.max(PART_BYTES, parts * ARCHIVE_PART_BYTES / MOST_PARTS);
    return 0;
  }

  @Override
  public void reportProgress(Progress progress, int number, int parts) {
    if (known.containsKey(sent.size() + 1)) {
      progress.say(
          "comparing with the unfinished upload",
          new Progress.Step(sent.size(), known.size(), "S3 parts"));
    } else {
      ExportTarget.super.reportProgress(progress, number, parts);
    }
  }

  @Override
  public void append(byte[] part) {
    digest.update(GzipMember.whole(part).content());
    pending.add(part);
    if (pendingBytes() >= partBytes) {
      send();
    }
  }

  private long pendingBytes() {
    return pending.stream().mapToLong(part -> part.length).sum();
  }

  private void send() {
    int number = sent.size() + 1;
    S3Object.Part part = new S3Object.Part(number, Digests.md5(pending), pendingBytes());
    if (upload.isEmpty()) {
      chooseUpload(part);
    }
    sent.add(part.equals(known.get(number)) ? part : object.send(upload, number, pending));
    pending.clear();
  }

  /** Chooses the unfinished upload with the same first part, or begins a new upload. */
  private void chooseUpload(S3Object.Part first) {
    boolean isOther = false;
    for (String candidate : object.uploads()) {
      List<S3Object.Part> parts = object.parts(candidate);
      if (parts.contains(first)) {
        upload = candidate;
        known =
            parts.stream().collect(Collectors.toMap(S3Object.Part::number, Function.identity()));
        return;
      }
      isOther |= !parts.isEmpty();
    }
    if (isOther) {
      throw new CliException(
          ExitCode.CONFLICT,
          ("'%s' has an unfinished upload of other data; discard it with --restart, or choose"
                  + " another name")
              .formatted(object));
    }
    upload = object.begin();
  }

  @Override
  public long finish() {
    pending.add(GzipMember.ofChecksum(digest));
    send();
    if (!object.complete(upload, sent)) {
      requireSameObject();
    }
    return sent.stream().mapToLong(S3Object.Part::size).sum();
  }

  /**
   * Checks that the object consists of the sent parts: the response to an earlier completion may
   * have been lost, or the same command may run twice.
   */
  private void requireSameObject() {
    S3Object.Bytes there =
        object
            .read(0, 1)
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.CONFLICT,
                        ("the upload to '%s' was aborted in the meantime; the same command starts"
                                + " over")
                            .formatted(object)));
    if (etag().isEmpty() || !there.etag().equals(etag())) {
      object.abort(upload);
      throw alreadyExists(object);
    }
  }

  /** Returns the ETag that S3 derives from the parts' MD5s; empty if their ETags are no MD5s. */
  private String etag() {
    List<String> etags = sent.stream().map(S3Object.Part::etag).toList();
    return etags.stream().allMatch(etag -> etag.matches("[0-9a-f]{32}"))
        ? Digests.md5(etags.stream().map(HexFormat.of()::parseHex).toList()) + "-" + etags.size()
        : "";
  }

  @Override
  public String unfinished() {
    return "an unfinished upload to " + object;
  }

  @Override
  public String toString() {
    return object.toString();
  }

  @Override
  public void close() {
    // An unfinished upload is kept, so that the same command can resume it.
  }
}
