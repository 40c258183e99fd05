/** The `accept` of a picture input. With `image/*`, phones would send formats that the server rejects instead of converting them. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
