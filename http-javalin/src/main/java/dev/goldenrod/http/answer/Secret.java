package dev.goldenrod.http.answer;

/**
 * What an answer hands out to one member alone, and takes a while to fetch: when it is there, the
 * member is looked at again.
 */
public interface Secret {}
