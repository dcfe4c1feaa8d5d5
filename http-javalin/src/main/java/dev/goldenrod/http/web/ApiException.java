package dev.goldenrod.http.web;

import java.util.Map;

/** A refusal that is already worded for the caller. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ApiResponse answer;

  private ApiException(ApiResponse answer, String text) {
    super(text, null, false, false);
    this.answer = answer;
  }

  /** A refusal with that status and that {@code error} text. */
  public static ApiException of(int status, String error) {
    return new ApiException(ApiResponse.of(status, Map.of("error", error)), error);
  }

  /** A refusal with that answer. */
  static ApiException of(ApiResponse answer) {
    return new ApiException(answer, "status " + answer.status());
  }

  /** What the caller gets. */
  public ApiResponse answer() {
    return answer;
  }
}
