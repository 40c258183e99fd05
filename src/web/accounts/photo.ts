/** A photo is shown when it is on this site. A page makes no browser ask another host (design, section 6). */
export const visiblePhoto = (photo: string | null): string | null =>
  photo && /^\/(?![/\\])/.test(photo) ? photo : null
