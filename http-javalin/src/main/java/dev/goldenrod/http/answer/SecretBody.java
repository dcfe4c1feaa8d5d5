package dev.goldenrod.http.answer;

/**
 * Marks a response body that contains a secret of the caller. Fetching it takes time, so the
 * caller's access is checked again before the response is sent.
 */
public interface SecretBody {}
