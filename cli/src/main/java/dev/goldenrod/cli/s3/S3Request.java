package dev.goldenrod.cli.s3;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request for a bucket or an object.
 *
 * @param key the object's key; empty for the bucket
 * @param query the parameters, not encoded
 * @param body in pieces, which are not copied
 */
record S3Request(
    String method,
    String key,
    Map<String, String> query,
    Map<String, String> headers,
    List<byte[]> body) {

  static S3Request of(String method, String key) {
    return new S3Request(method, key, Map.of(), Map.of(), List.of());
  }

  S3Request with(String parameter, String value) {
    Map<String, String> more = new TreeMap<>(query);
    more.put(parameter, value);
    return new S3Request(method, key, more, headers, body);
  }

  S3Request withHeader(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new S3Request(method, key, query, more, body);
  }

  S3Request withBody(List<byte[]> pieces) {
    return new S3Request(method, key, query, headers, pieces);
  }

  long bytes() {
    return body.stream().mapToLong(piece -> piece.length).sum();
  }
}
